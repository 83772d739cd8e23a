// What SQLite alone can do here: durable writes per second, a given number of them in each transaction.
//
//     storage-limit FILE WRITES-IN-A-TRANSACTION SECONDS
//
// Prints one line: durable writes per second, and reads by key per second. A write is the newest place of a device and
// a row of its history, as StorageBenchmarks.swift has it. WAL and synchronous=FULL, as the services have it: a commit
// that has returned is on the disk. No threads, no queue, prepared statements: what the group commit adds is missing,
// which makes it the limit.

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { DEVICES = 10000, DEVICE_LENGTH = 48 };

static sqlite3 *database;

static void check(int ok, const char *what) {
    if (ok) return;
    fprintf(stderr, "storage-limit: %s: %s\n", what, database ? sqlite3_errmsg(database) : "no database");
    exit(1);
}

static void execute(const char *sql) {
    check(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, sql);
}

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement = NULL;
    check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) == SQLITE_OK, sql);
    return statement;
}

static void run(sqlite3_stmt *statement) {
    check(sqlite3_step(statement) == SQLITE_DONE, "step");
    sqlite3_reset(statement);
}

static void remove_database(const char *file) {
    char name[4096];
    const char *endings[] = {"", "-wal", "-shm"};
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", file, endings[i]);
        unlink(name);
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// The id of a device: a write goes to any of them, in no order that SQLite could profit from.
static void name_device(char *device, size_t size, unsigned number) {
    snprintf(device, size, "7b8e6e0e-e4a1-4b1d-8a39-2f5a%08x", number * 2654435761u % DEVICES);
}

static void write_place(sqlite3_stmt *statement, const char *device, unsigned number) {
    sqlite3_bind_text(statement, 1, device, -1, SQLITE_STATIC);
    for (int column = 2; column <= 8; column++) sqlite3_bind_double(statement, column, number * 1.5 + column);
    sqlite3_bind_null(statement, 9);
    run(statement);
}

static double write_for(double duration, int batch) {
    sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT");
    sqlite3_stmt *upsert = prepare(
        "INSERT INTO location VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (device) DO UPDATE "
        "SET ts = ?2, lat = ?3, lon = ?4, acc = ?5, speed = ?6, bearing = ?7, alt = ?8, battery = ?9");
    sqlite3_stmt *append = prepare(
        "INSERT INTO history (device, ts, lat, lon, acc, speed, bearing, alt, battery) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");

    unsigned written = 0;
    double started = seconds();
    while (seconds() - started < duration) {
        run(begin);
        for (int i = 0; i < batch; i++, written++) {
            char device[DEVICE_LENGTH];
            name_device(device, sizeof device, written);
            write_place(upsert, device, written);
            write_place(append, device, written);
        }
        run(commit);
    }
    double rate = written / (seconds() - started);
    sqlite3_finalize(begin);
    sqlite3_finalize(commit);
    sqlite3_finalize(upsert);
    sqlite3_finalize(append);
    return rate;
}

static double read_for(double duration) {
    sqlite3_stmt *select = prepare("SELECT ts, lat, lon, acc FROM location WHERE device = ?1");
    unsigned asked = 0, found = 0;
    double started = seconds();
    while (seconds() - started < duration) {
        for (int i = 0; i < 100; i++, asked++) {
            char device[DEVICE_LENGTH];
            name_device(device, sizeof device, asked);
            sqlite3_bind_text(select, 1, device, -1, SQLITE_STATIC);
            if (sqlite3_step(select) == SQLITE_ROW && sqlite3_column_double(select, 1) > 0) found++;
            sqlite3_reset(select);
        }
    }
    double rate = asked / (seconds() - started);
    check(found > 0, "nothing was found");
    sqlite3_finalize(select);
    return rate;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: storage-limit FILE WRITES-IN-A-TRANSACTION SECONDS\n");
        return 2;
    }
    const char *file = argv[1];
    int batch = atoi(argv[2]);
    double duration = atof(argv[3]);
    if (batch < 1 || duration <= 0) return 2;

    remove_database(file);
    check(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL)
              == SQLITE_OK, "open");
    execute("PRAGMA journal_mode = WAL");
    execute("PRAGMA synchronous = FULL");
    execute("PRAGMA foreign_keys = ON");
    execute("PRAGMA wal_autocheckpoint = 4000");
    execute("CREATE TABLE location (device TEXT PRIMARY KEY, ts REAL, lat REAL, lon REAL, acc REAL, speed REAL, "
            "bearing REAL, alt REAL, battery REAL) STRICT, WITHOUT ROWID");
    execute("CREATE TABLE history (id INTEGER PRIMARY KEY, device TEXT, ts REAL, lat REAL, lon REAL, acc REAL, "
            "speed REAL, bearing REAL, alt REAL, battery REAL) STRICT");

    double writes = write_for(duration, batch), reads = read_for(duration);
    printf("%.0f %.0f\n", writes, reads);
    sqlite3_close(database);
    remove_database(file);
    return 0;
}
