"""Made by tools/python-models.ts from openapi.json."""
