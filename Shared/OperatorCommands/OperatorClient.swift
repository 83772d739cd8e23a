import BaliseAPI
import BaliseJSON
public import Foundation
import OperatorAPI

/// The error if the running edge did not carry out a command.
public struct NotDone: Error, CustomStringConvertible {
    public let description: String

    public init(description: String) { self.description = description }
}

/// The public port of a server, without TLS.
public struct PublicServer: Hashable {
    /// The host: a name or an IP address, without brackets.
    public let host: String
    /// The TCP port.
    public let port: Int

    /// Reads an address such as http://127.0.0.1:8080; nil for any other text.
    init?(_ address: String) {
        guard let parts = URLComponents(string: address), parts.scheme == "http", let host = parts.host, !host.isEmpty
        else { return nil }
        // An IPv6 address has brackets in a URL.
        self.host = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        port = parts.port ?? 80
    }

    static let localHosts: Set = ["127.0.0.1", "localhost", "::1"]

    /// Whether the server is on this machine, so that nothing that is sent to it leaves the machine.
    var isLocal: Bool { PublicServer.localHosts.contains(host) }
}

/// Decides when a long task must report its progress: never in its first two seconds, then at most every two seconds.
public struct ProgressPace {
    private static let interval = Duration.seconds(2)

    private let now: () -> ContinuousClock.Instant
    private var next: ContinuousClock.Instant

    /// Begins the first two seconds.
    public init(now: @escaping () -> ContinuousClock.Instant = { .now }) {
        self.now = now
        next = now() + ProgressPace.interval
    }

    /// Whether the progress must be reported now. If so, the caller must report it.
    public mutating func isDue() -> Bool {
        let moment = now()
        guard moment >= next else { return false }
        next = moment + ProgressPace.interval
        return true
    }
}

/// A command's connection to the running edge and to the terminal.
public struct OperatorConnection {
    /// Sends a request to the operations port; `body` is JSON or nil.
    let send: (_ method: String, _ path: String, _ body: Data?) throws -> (status: Int, body: String)
    /// Sends a request to the public port, as apps do.
    let sendPublicly:
        (
            _ server: PublicServer, _ method: String, _ path: String, _ headers: [String: String], _ body: Data?
        ) throws -> (status: Int, body: String)
    /// Sends a request without a body. Writes the body of a successful answer to a file, and reports the bytes so far.
    let fetch:
        (
            _ method: String, _ path: String, _ file: FileHandle, _ progress: (Int) -> Void
        ) throws -> (status: Int, body: String)
    let say: (String) -> Void
    /// Asks a question at the terminal; nil if there is no terminal.
    let confirm: (_ question: String) -> Bool?
    let pause: (_ seconds: Double) -> Void
    let now: () -> ContinuousClock.Instant
    let isTerminal: () -> Bool

    public init(
        say: @escaping (String) -> Void, confirm: @escaping (_ question: String) -> Bool?,
        isTerminal: @escaping () -> Bool = { isatty(STDOUT_FILENO) == 1 },
        pause: @escaping (_ seconds: Double) -> Void = { Thread.sleep(forTimeInterval: $0) },
        now: @escaping () -> ContinuousClock.Instant = { .now },
        sendPublicly:
            @escaping (
                _ server: PublicServer, _ method: String, _ path: String, _ headers: [String: String], _ body: Data?
            ) throws -> (status: Int, body: String),
        fetch:
            @escaping (
                _ method: String, _ path: String, _ file: FileHandle, _ progress: (Int) -> Void
            ) throws -> (status: Int, body: String),
        send: @escaping (_ method: String, _ path: String, _ body: Data?) throws -> (status: Int, body: String)
    ) {
        self.send = send
        self.sendPublicly = sendPublicly
        self.fetch = fetch
        self.say = say
        self.confirm = confirm
        self.isTerminal = isTerminal
        self.pause = pause
        self.now = now
    }
}

final class OperatorClient {
    private let connection: OperatorConnection
    private let printsJSON: Bool
    private var lastAnswer = ""
    private var pace: ProgressPace

    init(_ connection: OperatorConnection, printsJSON: Bool) {
        (self.connection, self.printsJSON) = (connection, printsJSON)
        pace = ProgressPace(now: connection.now)
    }

    /// Makes a call without a body, and returns the answer.
    /// - Parameter segments: The values of the path's parameters, not encoded.
    @discardableResult
    func ask<Reply>(_ call: APICallDefinition<NoBody, Reply>, _ segments: String...) throws -> Reply {
        try send(call, segments, [], NoBody())
    }

    /// Makes a call with a query, and returns the answer.
    /// - Parameter query: The names and values of query parameters; a parameter with a nil value is left out.
    func ask<Reply, Parameter: RawRepresentable<String>>(
        _ call: APICallDefinition<NoBody, Reply>, _ segments: String..., query: [(Parameter, String?)]
    ) throws -> Reply {
        try send(call, segments, query.compactMap { name, value in value.map { (name.rawValue, $0) } }, NoBody())
    }

    @discardableResult
    func ask<Body, Reply>(
        _ call: APICallDefinition<Body, Reply>, _ segments: String..., sending body: Body
    ) throws -> Reply {
        try send(call, segments, [], body)
    }

    private func send<Body, Reply>(
        _ call: APICallDefinition<Body, Reply>, _ segments: [String], _ query: [(String, String)], _ body: Body
    ) throws -> Reply {
        let path =
            call.path(filling: segments.map { PercentEncoding.encode($0) })
            + (query.isEmpty ? "" : "?" + PercentEncoding.encode(query))
        let answer = try connection.send(call.method.rawValue, path, call.method == .get ? nil : Data(body.json.bytes))
        try check(answer)
        lastAnswer = answer.body.isEmpty ? "{}" : answer.body
        do { return try Reply(jsonText: Array(lastAnswer.utf8)) } catch {
            throw NotDone(description: "the answer of the operations port is not understood; is it of another version?")
        }
    }

    var printsToTerminal: Bool { connection.isTerminal() }

    /// The samples of a metric, as Prometheus text.
    func readMetric(_ name: String) throws -> String {
        let answer = try connection.send("GET", "/metrics?name%5B%5D=\(name)", nil)
        try check(answer)
        return answer.body
    }

    func fetch(_ call: OperatorCalls.Question<NoBody>, _ segments: String..., to file: FileHandle) throws {
        let path = call.path(filling: segments.map { PercentEncoding.encode($0) })
        let isOutput = file.fileDescriptor == FileHandle.standardOutput.fileDescriptor
        let answer = try connection.fetch(call.method.rawValue, path, file) { bytes in
            if !isOutput { reportProgress("\(bytes >> 20) MiB written") }
        }
        try check(answer)
        lastAnswer = "{}"
    }

    /// Makes a call of the public port, and returns its answer. Throws unless the call succeeds.
    func callPublicly(
        _ method: APIMethod, _ path: String, at server: PublicServer, _ headers: [String: String], _ body: Data?
    ) throws -> String {
        let answer = try connection.sendPublicly(server, method.rawValue, path, headers, body)
        guard (200..<300).contains(answer.status) else {
            throw NotDone(description: "\(method.rawValue) \(path) is answered with status \(answer.status)")
        }
        return answer.body
    }

    private func check(_ answer: (status: Int, body: String)) throws {
        guard !(200..<300).contains(answer.status) else { return }
        let problem = try? ProblemDetails(jsonText: Array(answer.body.utf8))
        let text = problem?.detail ?? problem?.title ?? "the answer was status \(answer.status)"
        let place = problem?.requestId.map { "; the server's log has more about the request \($0)" }
        throw NotDone(description: text + (answer.status == 500 ? place ?? "" : ""))
    }

    func confirmErasing(_ what: String, _ erasing: ErasingOptions) throws {
        guard !erasing.yes else { return }
        guard let isWanted = connection.confirm("Erase \(printable(what))?") else {
            throw NotDone(description: "erasing cannot be undone, and there is no terminal to confirm it: add --yes")
        }
        guard isWanted else { throw NotDone(description: "nothing was erased") }
    }

    /// Repeats a call until `isDone` returns true, for at most `seconds`.
    func follow<Reply>(
        forSeconds seconds: Int, every pause: Double = 0.2, _ ask: () throws -> Reply, until isDone: (Reply) -> Bool
    ) throws -> Reply {
        var reply = try ask()
        for _ in 0..<Int(Double(seconds) / pause) where !isDone(reply) {
            connection.pause(pause)
            reply = try ask()
        }
        return reply
    }

    /// Replaces the answers of several calls by one answer, which `--json` prints.
    func merge(_ answer: some JSONConvertible) { lastAnswer = String(decoding: answer.json.bytes, as: UTF8.self) }

    /// Prints a text for people. With `--json` nothing is printed here: a script reads the answer instead.
    func report(_ text: String) { if !printsJSON { connection.say(text) } }

    /// Reports the progress of a task that may take longer than two seconds. Returns whether it was time to report.
    @discardableResult
    func reportProgress(_ text: @autoclosure () -> String) -> Bool {
        guard !printsJSON, pace.isDue() else { return false }
        report(text())
        return true
    }

    func printAnswer() { if printsJSON { connection.say(lastAnswer) } }

    func show(_ lines: [(name: String, value: String?)]) {
        let lines = lines.compactMap { line in line.value.map { (name: line.name, value: $0) } }
        let width = max(12, 2 + (lines.map { $0.name.count }.max() ?? 0))
        for (name, value) in lines {
            report(name.padding(toLength: width, withPad: " ", startingAt: 0) + printable(value))
        }
    }

    func showRow(_ columns: [(text: String, width: Int)]) {
        let texts = columns.enumerated().map { place, column in
            let text = printable(column.text)
            let gap = place == columns.count - 1 ? 0 : max(2, column.width - text.count + 2)
            return text + String(repeating: " ", count: gap)
        }
        report(texts.joined())
    }

    /// Prints a row for each item under the names of the columns, or `none`, and how to continue a list that has more.
    /// The names are printed even if the output is no terminal, because scripts read the answer of `--json`.
    func showRows<Item>(
        _ items: [Item], under names: [String], none: String, next cursor: String? = nil,
        _ columns: (Item) -> [(text: String, width: Int)]
    ) {
        guard let first = items.first else { return report(none) }
        showRow(zip(names, columns(first)).map { ($0.uppercased(), $1.width) })
        for item in items { showRow(columns(item)) }
        if let cursor { report("\nThere is more: add --cursor \(cursor)") }
    }

    /// Prints the lines of each item, with an empty line between items, or `none`.
    func showAll<Item>(_ items: [Item], none: String, _ lines: (Item) -> [(name: String, value: String?)]) {
        if items.isEmpty { report(none) }
        for (place, item) in items.enumerated() {
            if place > 0 { report("") }
            show(lines(item))
        }
    }
}

/// Returns a text that is safe to print. Strangers may have chosen it, and a terminal interprets control characters.
public func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? "?" : $0 }))
}

func text(of time: Date) -> String { RFC3339.text(of: time, to: .seconds) }

func text(of time: UnixTime) -> String { text(of: time.date) }

/// Joins the texts that are not nil; nil if all are nil.
func words(_ texts: [String?], separator: String = " ") -> String? {
    let known = texts.compactMap { $0 }
    return known.isEmpty ? nil : known.joined(separator: separator)
}
