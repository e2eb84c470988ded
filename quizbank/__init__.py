"""The bank: halls, families of problems, their certificates, and the lines in which they are asked and answered."""
