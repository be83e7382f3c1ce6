"""Matrix folders of Generative Agents: a town as files of ids, one per layer."""
