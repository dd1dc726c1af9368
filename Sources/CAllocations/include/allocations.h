// How many times the program that this is linked into asked for memory while it was told to count; -1 where that
// cannot be told.
void seam_allocations_start(void);
long seam_allocations_stop(void);
