"""The Gate: four architectures, and what each pays for a word that must travel far."""
