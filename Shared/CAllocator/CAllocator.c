#include "CAllocator.h"

// Two arenas are enough, because few threads work at once. Freed memory returns to the system after a second.
const char *malloc_conf = "narenas:2,dirty_decay_ms:1000,muzzy_decay_ms:0";
