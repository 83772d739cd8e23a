// libzmq's header, and the two things that the reactor needs from the system and that Swift cannot reach on every
// platform: a descriptor that wakes poll(2), and a name for the thread.
#pragma once
#include <zmq.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/eventfd.h>
#include <sys/prctl.h>
#endif

/// Makes a wake-up: ends[0] is polled, ends[1] is written. On Linux both are one eventfd. 0, or -1 with errno set.
static inline int balise_wakeup_open(int ends[2]) {
#if defined(__linux__)
    ends[0] = ends[1] = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return ends[0] < 0 ? -1 : 0;
#else
    if (pipe(ends) != 0) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    }
    return 0;
#endif
}

static inline void balise_wakeup_signal(const int ends[2]) {
    uint64_t one = 1;
    (void)!write(ends[1], &one, sizeof one);
}

static inline void balise_wakeup_clear(const int ends[2]) {
    uint64_t buffer[16];
#if defined(__linux__)
    (void)!read(ends[0], buffer, sizeof(uint64_t));
#else
    while (read(ends[0], buffer, sizeof buffer) > 0) {}
#endif
}

static inline void balise_wakeup_close(const int ends[2]) {
    close(ends[0]);
    if (ends[1] != ends[0]) close(ends[1]);
}

/// Names the calling thread, for debuggers and `top -H` (at most 15 characters on Linux).
static inline void balise_thread_name(const char *name) {
#if defined(__linux__)
    prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0);
#else
    pthread_setname_np(name);
#endif
}
