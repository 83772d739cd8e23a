// What the storage needs of libpq, the C client of PostgreSQL.
//
// libpq and the twenty libraries behind it (TLS, Kerberos, LDAP) take 5 MiB and 4 ms of each process, also where data are in
// files. So no program links it: `loadPostgreSQL` does that when an address of a PostgreSQL is read. The names and values are those of
// libpq-fe.h; its ABI has been the same since libpq.so.5 came out.
#pragma once

typedef unsigned int Oid;
typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

typedef enum { CONNECTION_OK, CONNECTION_BAD } ConnStatusType;

typedef enum {
    PGRES_EMPTY_QUERY,
    PGRES_COMMAND_OK,
    PGRES_TUPLES_OK,
    PGRES_COPY_OUT,
    PGRES_COPY_IN,
    PGRES_BAD_RESPONSE,
    PGRES_NONFATAL_ERROR,
    PGRES_FATAL_ERROR,
    PGRES_COPY_BOTH,
    PGRES_SINGLE_TUPLE,
    PGRES_PIPELINE_SYNC,
    PGRES_PIPELINE_ABORTED
} ExecStatusType;

typedef enum { PQPING_OK, PQPING_REJECT, PQPING_NO_RESPONSE, PQPING_NO_ATTEMPT } PGPing;
typedef enum { PQ_PIPELINE_OFF, PQ_PIPELINE_ON, PQ_PIPELINE_ABORTED } PGpipelineStatus;

typedef struct pgNotify {
    char *relname;
    int be_pid;
    char *extra;
    struct pgNotify *next;
} PGnotify;

typedef struct _PQconninfoOption {
    char *keyword;
    char *envvar;
    char *compiled;
    char *val;
    char *label;
    char *dispchar;
    int dispsize;
} PQconninfoOption;

typedef void (*PQnoticeReceiver)(void *argument, const PGresult *result);

/// Loads libpq, once. NULL when it is there, else why it is not; the functions below may be called only when it is.
const char *loadPostgreSQL(void);

#define POSTGRESQL_FUNCTIONS(F)                                                                                         \
    F(PQconninfoOption *, PQconndefaults, (void), ())                                                                   \
    F(PQconninfoOption *, PQconninfoParse, (const char *text, char **error), (text, error))                             \
    F(void, PQconninfoFree, (PQconninfoOption * options), (options))                                                    \
    F(PGconn *, PQconnectdbParams, (const char *const *names, const char *const *values, int expands),                  \
      (names, values, expands))                                                                                         \
    F(PGPing, PQpingParams, (const char *const *names, const char *const *values, int expands),                         \
      (names, values, expands))                                                                                         \
    F(void, PQfinish, (PGconn * connection), (connection))                                                              \
    F(ConnStatusType, PQstatus, (const PGconn *connection), (connection))                                               \
    F(char *, PQuser, (const PGconn *connection), (connection))                                                         \
    F(char *, PQhost, (const PGconn *connection), (connection))                                                         \
    F(char *, PQhostaddr, (const PGconn *connection), (connection))                                                     \
    F(char *, PQport, (const PGconn *connection), (connection))                                                         \
    F(char *, PQerrorMessage, (const PGconn *connection), (connection))                                                 \
    F(const char *, PQparameterStatus, (const PGconn *connection, const char *name), (connection, name))                \
    F(int, PQserverVersion, (const PGconn *connection), (connection))                                                   \
    F(int, PQbackendPID, (const PGconn *connection), (connection))                                                      \
    F(int, PQsocket, (const PGconn *connection), (connection))                                                          \
    F(int, PQsetnonblocking, (PGconn * connection, int isNonblocking), (connection, isNonblocking))                     \
    F(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn * connection, PQnoticeReceiver receive, void *argument),           \
      (connection, receive, argument))                                                                                  \
    F(int, PQenterPipelineMode, (PGconn * connection), (connection))                                                    \
    F(int, PQexitPipelineMode, (PGconn * connection), (connection))                                                     \
    F(int, PQpipelineSync, (PGconn * connection), (connection))                                                         \
    F(PGpipelineStatus, PQpipelineStatus, (const PGconn *connection), (connection))                                     \
    F(int, PQsendQuery, (PGconn * connection, const char *query), (connection, query))                                  \
    F(int, PQsendQueryParams,                                                                                           \
      (PGconn * connection, const char *query, int count, const Oid *types, const char *const *values,                  \
       const int *lengths, const int *formats, int resultFormat),                                                       \
      (connection, query, count, types, values, lengths, formats, resultFormat))                                        \
    F(int, PQsendPrepare, (PGconn * connection, const char *name, const char *query, int count, const Oid *types),      \
      (connection, name, query, count, types))                                                                          \
    F(int, PQsendQueryPrepared,                                                                                         \
      (PGconn * connection, const char *name, int count, const char *const *values, const int *lengths,                 \
       const int *formats, int resultFormat),                                                                           \
      (connection, name, count, values, lengths, formats, resultFormat))                                                \
    F(int, PQsetSingleRowMode, (PGconn * connection), (connection))                                                     \
    F(int, PQflush, (PGconn * connection), (connection))                                                                \
    F(int, PQconsumeInput, (PGconn * connection), (connection))                                                         \
    F(int, PQisBusy, (PGconn * connection), (connection))                                                               \
    F(PGnotify *, PQnotifies, (PGconn * connection), (connection))                                                      \
    F(PGresult *, PQgetResult, (PGconn * connection), (connection))                                                     \
    F(ExecStatusType, PQresultStatus, (const PGresult *result), (result))                                               \
    F(char *, PQresultErrorMessage, (const PGresult *result), (result))                                                 \
    F(char *, PQresultErrorField, (const PGresult *result, int field), (result, field))                                 \
    F(char *, PQcmdStatus, (PGresult * result), (result))                                                               \
    F(char *, PQcmdTuples, (PGresult * result), (result))                                                               \
    F(int, PQntuples, (const PGresult *result), (result))                                                               \
    F(int, PQnfields, (const PGresult *result), (result))                                                               \
    F(char *, PQfname, (const PGresult *result, int column), (result, column))                                          \
    F(Oid, PQftype, (const PGresult *result, int column), (result, column))                                             \
    F(int, PQgetisnull, (const PGresult *result, int row, int column), (result, row, column))                           \
    F(int, PQgetlength, (const PGresult *result, int row, int column), (result, row, column))                           \
    F(char *, PQgetvalue, (const PGresult *result, int row, int column), (result, row, column))                         \
    F(void, PQclear, (PGresult * result), (result))                                                                     \
    F(void, PQfreemem, (void *memory), (memory))

#define DECLARE(Result, name, parameters, arguments) Result name parameters;
POSTGRESQL_FUNCTIONS(DECLARE)
