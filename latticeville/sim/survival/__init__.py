"""What the rules `survival` work on: resources of cells, bodies with needs, and claims on both."""
