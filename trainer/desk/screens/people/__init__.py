"""Who practises at this laptop."""
