"""The same game at a shell: pages for a person, or one line of JSON a scene for a program."""
