"""A fully automated electronic blackjack table. Start at ARCHITECTURE.md."""
