"""The home screen: what to do now, the regulation with its games and their drills, and everything else."""
