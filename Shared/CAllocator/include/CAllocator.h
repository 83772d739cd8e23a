#pragma once

/// The settings of jemalloc, the allocator of the programs on Linux (jemalloc(3), "TUNING").
extern const char *malloc_conf;
