"""Benchmarks: each prints ratios of two things measured in turn in one run. None of them gates a test."""
