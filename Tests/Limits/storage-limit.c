// What SQLite alone can do here: durable rows per second, a given number of them in each transaction.
//
//     storage-limit FILE ROWS-IN-A-TRANSACTION ROWS
//
// Prints one line: rows per second. WAL and synchronous=FULL, as the services have it: a commit that has returned is on
// the disk. No threads, no queue, one prepared statement: what group commit adds is missing, which makes it the limit.

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEVICES = 10000 };

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

// Writes one row: the newest reading of a device takes the place of the one before.
static void write_row(sqlite3_stmt *upsert, int number) {
    char device[48];
    snprintf(device, sizeof device, "7B8E6E0E-E4A1-4B1D-8A39-2F5A%08X", (unsigned)number * 7919u % DEVICES);
    sqlite3_bind_text(upsert, 1, device, -1, SQLITE_STATIC);
    sqlite3_bind_int64(upsert, 2, number);
    sqlite3_bind_double(upsert, 3, 48.8 + number * 1e-6);
    sqlite3_bind_double(upsert, 4, 2.3 + number * 1e-6);
    run(upsert);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: storage-limit FILE ROWS-IN-A-TRANSACTION ROWS\n");
        return 2;
    }
    const char *file = argv[1];
    int batch = atoi(argv[2]), rows = atoi(argv[3]);
    if (batch < 1 || rows < 1) return 2;

    remove_database(file);
    check(sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL)
              == SQLITE_OK, "open");
    execute("PRAGMA journal_mode = WAL");
    execute("PRAGMA synchronous = FULL");
    execute("PRAGMA foreign_keys = ON");
    execute("PRAGMA wal_autocheckpoint = 4000");
    execute("CREATE TABLE reading(device TEXT PRIMARY KEY, number INTEGER NOT NULL, latitude REAL NOT NULL, "
            "longitude REAL NOT NULL) STRICT, WITHOUT ROWID");
    sqlite3_stmt *begin = prepare("BEGIN IMMEDIATE"), *commit = prepare("COMMIT");
    sqlite3_stmt *upsert = prepare(
        "INSERT INTO reading VALUES(?1, ?2, ?3, ?4) ON CONFLICT(device) DO UPDATE SET "
        "number = excluded.number, latitude = excluded.latitude, longitude = excluded.longitude");

    double started = seconds();
    for (int written = 0; written < rows;) {
        run(begin);
        for (int i = 0; i < batch && written < rows; i++) write_row(upsert, written++);
        run(commit);
    }
    printf("%.0f\n", rows / (seconds() - started));

    sqlite3_finalize(begin);
    sqlite3_finalize(commit);
    sqlite3_finalize(upsert);
    sqlite3_close(database);
    remove_database(file);
    return 0;
}
