// Asks the running edge for what an operator says, and prints plainly what it answers.

import BaliseAPI
import BaliseJSON
public import Foundation
import OperatorAPI

/// The running edge did not do what the operator said.
public struct NotDone: Error, CustomStringConvertible {
    /// What is in the way, and what to do about it.
    public let description: String

    /// Says why.
    public init(description: String) { self.description = description }
}

/// How a command reaches the running edge and whoever gave it.
public struct OperatorConnection {
    /// Sends a request with a JSON body, or without one, to the operations port, and gives its status and body back.
    let send: (_ method: String, _ path: String, _ body: Data?) throws -> (status: Int, body: String)
    /// The same without a body, with that of a success written to a file.
    let fetch: (_ method: String, _ path: String, _ file: FileHandle) throws -> (status: Int, body: String)
    /// Prints for whoever gave the command.
    let say: (String) -> Void
    /// Asks whoever sits at the terminal; nil where nobody does.
    let confirm: (_ question: String) -> Bool?
    /// Waits so many seconds.
    let pause: (_ seconds: Double) -> Void

    /// A connection of these parts.
    public init(
        say: @escaping (String) -> Void, confirm: @escaping (_ question: String) -> Bool?,
        pause: @escaping (_ seconds: Double) -> Void = { Thread.sleep(forTimeInterval: $0) },
        fetch: @escaping (_ method: String, _ path: String, _ file: FileHandle) throws -> (status: Int, body: String),
        send: @escaping (_ method: String, _ path: String, _ body: Data?) throws -> (status: Int, body: String)
    ) {
        self.send = send
        self.fetch = fetch
        self.say = say
        self.confirm = confirm
        self.pause = pause
    }
}

/// Makes the calls of one command.
final class OperatorClient {
    private let connection: OperatorConnection
    private let printsJSON: Bool
    /// What the port answered last.
    private var lastAnswer = ""

    init(_ connection: OperatorConnection, printsJSON: Bool) {
        self.connection = connection
        self.printsJSON = printsJSON
    }

    /// Makes a call without a body.
    ///
    /// - Parameters:
    ///   - segments: What stands in the places of the path's parameters, not encoded.
    ///   - query: What stands behind the path, encoded; nil for nothing.
    @discardableResult
    func ask<Reply>(
        _ call: APICallDefinition<NoBody, Reply>, _ segments: String..., query: String? = nil
    ) throws -> Reply {
        try send(call, segments, query, NoBody())
    }

    /// Makes a call with a body.
    @discardableResult
    func ask<Body, Reply>(
        _ call: APICallDefinition<Body, Reply>, _ segments: String..., sending body: Body
    ) throws -> Reply {
        try send(call, segments, nil, body)
    }

    /// What the edge answers. Throws what it says is wrong.
    private func send<Body, Reply>(
        _ call: APICallDefinition<Body, Reply>, _ segments: [String], _ query: String?, _ body: Body
    ) throws -> Reply {
        let path = call.path(filling: segments.map(encoded)) + (query.map { "?" + $0 } ?? "")
        let answer = try connection.send(
            call.method.rawValue, path, call.method == .get ? nil : Data(body.json.bytes))
        try check(answer)
        lastAnswer = answer.body.isEmpty ? "{}" : answer.body
        do { return try Reply(jsonText: Array(lastAnswer.utf8)) } catch {
            throw NotDone(description: "the answer of the operations port is not understood; is it of another version?")
        }
    }

    /// Makes a call without a body whose answer is a file.
    func fetch(_ call: OperatorCalls.Question<NoBody>, _ segments: String..., to file: FileHandle) throws {
        let answer = try connection.fetch(call.method.rawValue, call.path(filling: segments.map(encoded)), file)
        try check(answer)
        lastAnswer = "{}"
    }

    /// Throws what the edge says is wrong.
    private func check(_ answer: (status: Int, body: String)) throws {
        guard !(200..<300).contains(answer.status) else { return }
        let problem = try? ProblemDetails(jsonText: Array(answer.body.utf8))
        throw NotDone(description: problem?.detail ?? problem?.title ?? "the answer was status \(answer.status)")
    }

    private func encoded(_ segment: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return segment.addingPercentEncoding(withAllowedCharacters: unreserved) ?? segment
    }

    /// Asks before something is erased, unless that was said beforehand.
    func confirmErasing(_ what: String, _ erasing: ErasingOptions) throws {
        guard !erasing.yes else { return }
        guard let isWanted = connection.confirm("Erase \(printable(what))?") else {
            throw NotDone(description: "erasing cannot be undone, and there is no terminal to confirm it: add --yes")
        }
        guard isWanted else { throw NotDone(description: "nothing was erased") }
    }

    /// Asks how something stands until it is done, several times a second and for so many seconds at most.
    func follow<Reply>(forSeconds seconds: Int, _ ask: () throws -> Reply, until isDone: (Reply) -> Bool) throws
        -> Reply
    {
        let asksPerSecond = 5
        var reply = try ask()
        for _ in 0..<(seconds * asksPerSecond) where !isDone(reply) {
            connection.pause(1 / Double(asksPerSecond))
            reply = try ask()
        }
        return reply
    }

    /// Has a script read this in the place of the last answer: what several calls have answered together.
    func merge(_ answer: some JSONConvertible) { lastAnswer = String(decoding: answer.json.bytes, as: UTF8.self) }

    /// What stands behind a path: parameters with their values, those without one left out; nil for none.
    func query(_ parameters: [(name: String, value: String?)]) -> String? {
        let pairs = parameters.compactMap { name, value in value.map { "\(name)=\(encoded($0))" } }
        return pairs.isEmpty ? nil : pairs.joined(separator: "&")
    }

    /// Says it to a person; a script reads the answer itself.
    func report(_ text: String) {
        if !printsJSON { connection.say(text) }
    }

    /// Prints the last answer for a script.
    func printAnswer() {
        if printsJSON { connection.say(lastAnswer) }
    }

    /// A line for each that has a value.
    func show(_ lines: [(name: String, value: String?)]) {
        for (name, value) in lines {
            guard let value else { continue }
            report(name.padding(toLength: 12, withPad: " ", startingAt: 0) + printable(value))
        }
    }

    /// One line of columns, each but the last as wide as said.
    func showRow(_ columns: [(text: String, width: Int)]) {
        let texts = columns.enumerated().map { place, column in
            let text = printable(column.text)
            let gap = place == columns.count - 1 ? 0 : max(2, column.width - text.count + 2)
            return text + String(repeating: " ", count: gap)
        }
        report(texts.joined())
    }

    /// People chose these texts, and a terminal obeys what it is shown.
    private func printable(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { CharacterSet.controlCharacters.contains($0) ? "?" : $0 })
        )
    }
}

/// A moment as it is printed.
func text(of time: Date) -> String { RFC3339.text(of: time, to: .seconds) }
