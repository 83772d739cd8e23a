// Loads libpq, and passes each call on to it.

#include "CPostgreSQL.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

/// Homebrew keeps libpq where the loader does not look.
static const char *const places[] = {
#ifdef __APPLE__
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
#else
    "libpq.so.5",
#endif
};

#define POINT(Result, name, parameters, arguments) static Result(*found_##name) parameters;
POSTGRESQL_FUNCTIONS(POINT)

static const char *failure;

static void load(void) {
    void *library = NULL;
    for (size_t place = 0; library == NULL && place < sizeof places / sizeof *places; place++) {
        library = dlopen(places[place], RTLD_NOW | RTLD_LOCAL);
        if (library == NULL && place == 0) failure = "libpq, PostgreSQL's client library, is not installed (Debian: libpq5)";
    }
    if (library == NULL) return;
    failure = NULL;
#define FIND(Result, name, parameters, arguments)                                                                       \
    if ((found_##name = (Result(*) parameters)dlsym(library, #name)) == NULL) failure = "libpq is older than 14";
    POSTGRESQL_FUNCTIONS(FIND)
}

const char *loadPostgreSQL(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return failure;
}

#define PASS(Result, name, parameters, arguments)                                                                       \
    Result name parameters { return found_##name arguments; }
POSTGRESQL_FUNCTIONS(PASS)
