"""Matrix folders of Generative Agents: a town as rows of ids, one file a layer."""
