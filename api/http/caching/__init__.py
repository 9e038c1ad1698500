"""What keeps answers from being made or sent twice: tags, a cache of bodies, and work that is done once."""
