"""The part of the mind of the rules `survival`: what people notice, learn and do under need."""
