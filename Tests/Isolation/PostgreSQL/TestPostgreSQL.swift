public import Foundation
import Synchronization

/// Started for this process, on a Unix socket alone, trusting all connections. A shell starts it and ends it when its own
/// standard input ends; the other end of that input belongs to this process, so the server ends with it in any case.
public final class TestPostgreSQL: Sendable {
    public let folder: URL
    private let input: FileHandle
    private let supervisor: SupervisorProcess

    /// The one that the tests of a process share. It does not wait for its disk.
    public static let shared = Result { try TestPostgreSQL() }

    /// One that waits for its disk, without which a program refuses to start on it; shared as well.
    public static let durable = Result { try TestPostgreSQL(isDurable: true) }

    /// Why PostgreSQL is missing, where a developer may go on without it: such tests are skipped. On Linux its absence fails
    /// them.
    public static let reasonToSkip: String? = {
        #if os(Linux)
            return nil
        #else
            guard ProcessInfo.processInfo.environment["CI"] == nil, programs == nil else { return nil }
            return "PostgreSQL's programs are missing: .ci/install-packages postgresql"
        #endif
    }()

    /// - Parameters:
    ///   - isDurable: Whether it waits for its disk, as in production. Measurements need this.
    ///   - place: The folder for its data, to choose a disk. The user that the server runs as must be able to enter it.
    public init(
        isDurable: Bool = false, standbyOf primary: TestPostgreSQL? = nil, settings: [String: String] = [:],
        dataIn place: URL? = nil
    ) throws {
        guard let programs = Self.programs else {
            throw TestPostgreSQLError(reason: "its programs are missing: .ci/install-packages postgresql")
        }
        var lines = settings.merging(Self.settings) { given, _ in given }
        if let primary {
            lines["primary_conninfo"] = "host=\(primary.folder.path) user=balise application_name=\(Self.standbyName)"
        }
        if !isDurable { for name in ["fsync", "full_page_writes"] { lines[name] = "off" } }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", supervisorScript, "postgresql", programs.path, place?.path ?? "", primary?.folder.path ?? "",
        ]
        process.arguments? += lines.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
        let (input, output) = (Pipe.ofThisProcess(), Pipe.ofThisProcess())
        process.standardInput = input
        process.standardOutput = output
        // No other child may inherit the end that keeps the server running.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFD, FD_CLOEXEC)
        try process.start()
        let said = String(decoding: Self.line(of: output.fileHandleForReading), as: UTF8.self)
        guard said.hasPrefix("/") else { throw TestPostgreSQLError(reason: "it did not start: \(said)") }
        folder = URL(fileURLWithPath: said)
        self.input = input.fileHandleForWriting
        supervisor = SupervisorProcess(process: process)
    }

    deinit { stop() }

    public func stop() {
        try? input.close()
        supervisor.process.waitUntilExit()
    }

    /// The address of a database on this server, by default the one that is always there.
    public func address(database: String = "balise") -> String {
        "postgres://balise@/\(database)?host=\(folder.path)"
    }

    public var socket: String { folder.appendingPathComponent(".s.PGSQL.5432").path }

    public func makeDatabase() throws -> String {
        let name = "some_\(UInt64.random(in: 0 ... .max))"
        try makeDatabase(named: name)
        return address(database: name)
    }

    public func makeDatabase(named name: String) throws {
        let command = ["--no-psqlrc", "--quiet", "--dbname", address(), "--command", "CREATE DATABASE \(name)"]
        try Self.run("psql", command)
    }

    /// Writes what a schema of a database holds to a file, as SQL.
    public static func dump(_ schema: String, of address: String, to file: URL) throws {
        try run("pg_dump", ["--dbname", address, "--schema", schema, "--file", file.path])
    }

    private static func run(_ program: String, _ arguments: [String]) throws {
        let process = try process(program, arguments)
        try process.start()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw TestPostgreSQLError(reason: "\(program) \(arguments.joined(separator: " ")) failed")
        }
    }

    static func process(_ program: String, _ arguments: [String]) throws -> Process {
        guard let programs else { throw TestPostgreSQLError(reason: "its programs are missing") }
        let process = Process()
        process.executableURL = programs.appendingPathComponent(program)
        process.arguments = arguments
        return process
    }

    public var postmaster: pid_t {
        get throws {
            let file = try String(contentsOf: folder.appendingPathComponent("data/postmaster.pid"), encoding: .utf8)
            guard let line = file.split(separator: "\n").first, let process = pid_t(line) else {
                throw TestPostgreSQLError(reason: "it has no process")
            }
            return process
        }
    }

    public var log: String {
        (try? String(contentsOf: folder.appendingPathComponent("server.log"), encoding: .utf8)) ?? ""
    }

    /// How a standby calls itself to its primary.
    static let standbyName = "standby"

    private static let settings = [
        "listen_addresses": "", "shared_buffers": "64MB", "max_connections": "500", "max_wal_size": "256MB",
    ]

    /// Where `initdb` and `postgres` are: what the path finds first, then the newest of Debian's and Homebrew's.
    private static let programs: URL? = {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let versions = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"].flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                .filter { folder.hasSuffix("postgresql") || $0.hasPrefix("postgresql@") }
                .sorted { $0.compare($1, options: .numeric) == .orderedDescending }
                .map { "\(folder)/\($0)/bin" }
        }
        return (path + versions).first { folder in
            ["initdb", "postgres", "psql"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: "\(folder)/\($0)")
            }
        }.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath() }
    }()

    private static func line(of handle: FileHandle) -> Data {
        var line = Data()
        while let byte = try? handle.read(upToCount: 1), let value = byte.first, value != UInt8(ascii: "\n") {
            line += byte
        }
        return line
    }
}

public struct TestPostgreSQLError: Error, CustomStringConvertible {
    let reason: String
    public var description: String { "no PostgreSQL for the tests: \(reason)" }
}

/// `@unchecked Sendable`: only waited for, after it was started.
private final class SupervisorProcess: @unchecked Sendable {
    let process: Process
    init(process: Process) { self.process = process }
}

/// Prints the folder when the server takes connections, or the reason why it does not. The server refuses to run as root, so
/// root switches to another user. A socket's path must be short, so data elsewhere are behind a link.
private let supervisorScript = #"""
    set -u
    programs=$1
    place=$2
    primary=$3
    shift 3
    trap '' INT HUP TERM PIPE
    umask 077
    folder=$(mktemp -d /tmp/balise-pg-XXXXXX) || exit 1
    cd "$folder" || exit 1
    data=$folder/data
    if [ -n "$place" ]; then
        if ! data=$(mktemp -d "$place/balise-pg-XXXXXX" 2>&1); then
            echo "$data"
            rm -rf "$folder"
            exit 1
        fi
        ln -s "$data" data
    fi
    as=
    ! setpriv --pdeathsig clear true 2>/dev/null || as="setpriv --pdeathsig QUIT"
    if [ "$(id -u)" = 0 ]; then
        user=postgres
        id "$user" >/dev/null 2>&1 || user=nobody
        chown "$user" "$folder"
        [ -z "$place" ] || chown "$user" "$data"
        as="$as --reuid=$user --regid=$(id -g "$user") --clear-groups"
    fi
    server=
    end() {
        # One that was stopped does not end before it goes on.
        [ ! -f data/postmaster.pid ] || kill -s QUIT "$(head -n 1 data/postmaster.pid)"
        [ ! -f data/postmaster.pid ] || kill -s CONT "$(head -n 1 data/postmaster.pid)"
        [ -z "$server" ] || wait "$server"
        rm -rf "$data" "$folder"
    }
    failed() { # FILE
        tail -n 3 "$1" | tr '\n' ' '
        echo
        end
        exit 1
    }
    if [ -n "$primary" ]; then
        first='SELECT 1'
        $as "$programs/pg_basebackup" -h "$primary" -U balise -D data -R --checkpoint=fast --no-sync \
            >initdb.log 2>&1 || failed initdb.log
    else
        first='CREATE DATABASE balise'
        $as "$programs/initdb" --pgdata=data --username=balise --auth=trust --encoding=UTF8 --locale=C --no-sync \
            >initdb.log 2>&1 || failed initdb.log
    fi
    : >server.log
    $as "$programs/postgres" -D "$folder/data" -k "$folder" "$@" >>server.log 2>&1 </dev/null &
    server=$!
    tries=0
    until "$programs/psql" -h "$folder" -U balise -d postgres -qc "$first" >psql.log 2>&1; do
        kill -0 "$server" 2>/dev/null || failed server.log
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || failed psql.log
        sleep 0.05
    done
    echo "$folder"
    exec >/dev/null
    cat
    end
    """#
