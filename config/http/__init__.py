"""What happens to a request before and around Django: limits, arrival times, probes, compression."""
