"""The Three Tablets: what a token asks, answers to and holds, and what their products cost."""
