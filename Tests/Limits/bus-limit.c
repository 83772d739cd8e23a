// What libzmq alone can do here: a ROUTER that echoes, and a DEALER that keeps a number of requests in flight.
//
//     bus-limit inproc|ipc|tcp|curve IN-FLIGHT SECONDS BYTES
//
// Prints one line: round trips per second, and the 50th and 99th percentile of a round trip in microseconds.
// The two ends are processes of their own, except over inproc, where they are threads. No coding, no deadlines, no
// correlation: every part of it that the typed bus adds is missing, which is what makes it the limit.

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

enum { KEY_LENGTH = 41, QUEUE_LENGTH = 100000, ENDPOINT_LENGTH = 256 };

struct keys {
    char public_key[KEY_LENGTH], secret_key[KEY_LENGTH];
};

struct server {
    void *context;
    const char *endpoint;   // may hold a wildcard
    const struct keys *keys; // NULL without CURVE
    int announce;           // where the endpoint that was bound is written to
};

static void check(int ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "bus-limit: %s: %s\n", what, zmq_strerror(zmq_errno()));
    exit(1);
}

static uint64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void *open_socket(void *context, int type) {
    void *socket = zmq_socket(context, type);
    check(socket != NULL, "socket");
    int queue = QUEUE_LENGTH, linger = 0;
    zmq_setsockopt(socket, ZMQ_SNDHWM, &queue, sizeof queue);
    zmq_setsockopt(socket, ZMQ_RCVHWM, &queue, sizeof queue);
    zmq_setsockopt(socket, ZMQ_LINGER, &linger, sizeof linger);
    return socket;
}

// Echoes until the context ends or the process is killed.
static void *serve(void *argument) {
    const struct server *server = argument;
    void *socket = open_socket(server->context, ZMQ_ROUTER);
    if (server->keys) {
        int yes = 1;
        zmq_setsockopt(socket, ZMQ_CURVE_SERVER, &yes, sizeof yes);
        zmq_setsockopt(socket, ZMQ_CURVE_SECRETKEY, server->keys->secret_key, KEY_LENGTH);
    }
    check(zmq_bind(socket, server->endpoint) == 0, "bind");

    char bound[ENDPOINT_LENGTH] = {0};
    size_t length = sizeof bound;
    check(zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, bound, &length) == 0, "endpoint");
    check(write(server->announce, bound, sizeof bound) == sizeof bound, "announce");

    for (;;) {
        zmq_msg_t sender, body;
        zmq_msg_init(&sender);
        zmq_msg_init(&body);
        if (zmq_msg_recv(&sender, socket, 0) < 0 || zmq_msg_recv(&body, socket, 0) < 0) break;
        zmq_msg_send(&sender, socket, ZMQ_SNDMORE);
        zmq_msg_send(&body, socket, 0);
    }
    zmq_close(socket);
    return NULL;
}

static int ascending(const void *left, const void *right) {
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

struct figures {
    uint64_t *durations; // of each round trip, in nanoseconds
    size_t count, room;
    double seconds;
};

static void note(struct figures *figures, uint64_t duration) {
    if (figures->count == figures->room) {
        figures->room = figures->room ? 2 * figures->room : 1 << 16;
        figures->durations = realloc(figures->durations, figures->room * sizeof *figures->durations);
        check(figures->durations != NULL, "memory");
    }
    figures->durations[figures->count++] = duration;
}

// Keeps `window` requests unanswered for so many seconds. Each carries the time of its sending.
static struct figures ask(void *socket, int window, double seconds, size_t bytes) {
    struct figures figures = {0};
    char *body = calloc(1, bytes);
    int unanswered = 0;
    uint64_t started = nanoseconds(), now = started, end = started + (uint64_t)(seconds * 1e9);
    do {
        while (unanswered < window && now < end) {
            memcpy(body, &now, sizeof now);
            check(zmq_send(socket, body, bytes, 0) >= 0, "send");
            unanswered++;
        }
        check(zmq_recv(socket, body, bytes, 0) == (int)bytes, "receive");
        unanswered--;
        uint64_t sent;
        memcpy(&sent, body, sizeof sent);
        now = nanoseconds();
        note(&figures, now - sent);
    } while (now < end || unanswered > 0);
    figures.seconds = (double)(now - started) / 1e9;
    free(body);
    return figures;
}

int main(int argc, char **argv) {
    if (argc != 5) {
        fprintf(stderr, "usage: bus-limit inproc|ipc|tcp|curve IN-FLIGHT SECONDS BYTES\n");
        return 2;
    }
    const char *transport = argv[1];
    int window = atoi(argv[2]), bytes = atoi(argv[4]);
    double seconds = atof(argv[3]);
    if (window < 1 || seconds <= 0 || bytes < (int)sizeof(uint64_t)) return 2;
    int inproc = strcmp(transport, "inproc") == 0, curve = strcmp(transport, "curve") == 0;

    char endpoint[ENDPOINT_LENGTH], folder[] = "/tmp/bus-limit.XXXXXX";
    check(mkdtemp(folder) != NULL, "temporary folder");
    if (inproc) snprintf(endpoint, sizeof endpoint, "inproc://limit");
    else if (strcmp(transport, "ipc") == 0) snprintf(endpoint, sizeof endpoint, "ipc://%s/socket", folder);
    else snprintf(endpoint, sizeof endpoint, "tcp://127.0.0.1:*");

    struct keys server_keys, client_keys;
    check(zmq_curve_keypair(server_keys.public_key, server_keys.secret_key) == 0, "keys");
    check(zmq_curve_keypair(client_keys.public_key, client_keys.secret_key) == 0, "keys");

    int announcement[2];
    check(pipe(announcement) == 0, "pipe");
    struct server server = {NULL, endpoint, curve ? &server_keys : NULL, announcement[1]};

    // Fork before the first context: libzmq's threads do not survive a fork.
    pid_t child = inproc ? 0 : fork();
    check(child >= 0, "fork");
    void *context = zmq_ctx_new();
    server.context = context;
    pthread_t thread;
    if (!inproc && child == 0) {
        serve(&server);
        return 0;
    }
    if (inproc) check(pthread_create(&thread, NULL, serve, &server) == 0, "thread");

    char bound[ENDPOINT_LENGTH];
    check(read(announcement[0], bound, sizeof bound) == sizeof bound, "announcement");
    void *client = open_socket(context, ZMQ_DEALER);
    if (curve) {
        zmq_setsockopt(client, ZMQ_CURVE_SERVERKEY, server_keys.public_key, KEY_LENGTH);
        zmq_setsockopt(client, ZMQ_CURVE_PUBLICKEY, client_keys.public_key, KEY_LENGTH);
        zmq_setsockopt(client, ZMQ_CURVE_SECRETKEY, client_keys.secret_key, KEY_LENGTH);
    }
    check(zmq_connect(client, bound) == 0, "connect");

    free(ask(client, window, seconds / 4, (size_t)bytes).durations);  // warm up
    struct figures figures = ask(client, window, seconds, (size_t)bytes);
    qsort(figures.durations, figures.count, sizeof *figures.durations, ascending);
    printf("%.0f %.1f %.1f\n", (double)figures.count / figures.seconds,
           (double)figures.durations[figures.count / 2] / 1e3,
           (double)figures.durations[figures.count * 99 / 100] / 1e3);

    zmq_close(client);
    if (inproc) {
        zmq_ctx_shutdown(context);
        pthread_join(thread, NULL);
    } else {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    zmq_ctx_term(context);
    char socket_path[ENDPOINT_LENGTH];
    snprintf(socket_path, sizeof socket_path, "%s/socket", folder);
    unlink(socket_path);
    rmdir(folder);
    free(figures.durations);
    return 0;
}
