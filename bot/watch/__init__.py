"""How the elder is doing, for whoever runs him: logs, figures, and whether he is well."""
