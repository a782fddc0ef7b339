"""Vacations: time off that players announce, which stops their correspondence clocks."""
