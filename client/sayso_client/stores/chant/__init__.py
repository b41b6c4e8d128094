"""chant workspaces: their decision points, read from the files; nothing of the workspace is run."""
