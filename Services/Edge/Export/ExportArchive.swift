import BaliseJSON
import Foundation
import HTTPTypes
import MessageBus
import Models
import Synchronization

/// The archive of an export: a JSON file for each subject of every service, a description, and a readable page. Only
/// one page of rows is in memory at a time.
struct ExportArchive: Sendable {
    let account: AccountID
    let services: any Services
    let context: MessageContext
    let now: UnixTime

    /// The services in the order in which the archive shows their data.
    private static let owners: [ServiceName] = [.identity, .authSession, .preferences, .location, .push]
    private static let pageTimeout = Duration.seconds(20)

    struct OwnedSubject: Sendable {
        let service: ServiceName
        let subject: ExportSubject
    }

    /// Returns the subjects. They are read before anything is sent, because a service may be unreachable.
    func subjects() async throws(EdgeError) -> [OwnedSubject] {
        var subjects: [OwnedSubject] = []
        for service in ExportArchive.owners {
            let reply = try await services.ask(DescribeExport(), of: service, pageContext)
            subjects += reply.subjects.map { OwnedSubject(service: service, subject: $0) }
        }
        return subjects
    }

    /// Returns the archive as a stream. It holds `place` until all but the end is written, because a client that has
    /// read the end may start another export.
    func stream(_ subjects: [OwnedSubject], holding place: LongAnswerLimiter.Place? = nil) -> BodyStream {
        BodyStream { send in
            var archive = ZIPWriter(at: now)
            try await send(try archive.begin("README.txt"))
            try await send(try archive.content(Array(readMe(subjects).utf8)))
            try await send(try archive.end())
            for owned in subjects {
                try await send(try archive.begin("\(owned.subject.name).json"))
                try await write(owned, into: &archive, send)
                try await send(try archive.end())
                try await send(try archive.begin("schemas/\(owned.subject.name).schema.json"))
                try await send(try archive.content(ExportSchema.json(of: owned.subject)))
                try await send(try archive.end())
            }
            let end = try archive.finish()
            place?.release()
            try await send(end)
        }
    }

    private var pageContext: MessageContext {
        var context = context
        context.timeout = ExportArchive.pageTimeout
        return context
    }

    private func write(_ owned: OwnedSubject, into archive: inout ZIPWriter, _ send: BodyStream.Send) async throws {
        var (isFirst, after) = (true, String?.none)
        repeat {
            let request = ExportPage(account: account, subject: owned.subject.name, after: after)
            let page = try await services.send(request, to: owned.service, pageContext)
            if !page.entries.isEmpty {
                try await send(try archive.content(Array((isFirst ? "[\n" : ",\n").utf8) + page.entries))
                isFirst = false
            }
            after = page.next
        } while after != nil
        try await send(try archive.content(Array((isFirst ? "[]\n" : "\n]\n").utf8)))
    }

    private func readMe(_ subjects: [OwnedSubject]) -> String {
        let day = String(RFC3339.text(of: now.date, to: .seconds).prefix(10))
        let files = subjects.map { "\($0.subject.name).json\n    \($0.subject.title)" }.joined(separator: "\n")
        return """
            The data that this server keeps of your account \(account.text), as of \(day).

            Each file is a list of entries in JSON, which you can open in any text editor. An empty list means that nothing is
            kept. The folder schemas describes the members of the entries. Times are in UTC.

            \(files)

            Not included: passwords, tokens, keys and codes, and their hashes; the tokens with which Apple and Google reach
            your devices; and internal numbers of the server.

            Keep this archive where only you can read it.

            """
    }
}

extension Answer {
    init(archive: BodyStream) {
        self.init(.ok)
        contentType = HTTPField(name: .contentType, value: "application/zip")
        fields.append(HTTPField(name: .contentDisposition, value: #"attachment; filename="balise-account.zip""#))
        stream = archive
    }
}

extension ZIPWriter {
    fileprivate init(at moment: UnixTime) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: moment.date)
        self.init(
            year: parts.year ?? 1980, month: parts.month ?? 1, day: parts.day ?? 1, hour: parts.hour ?? 0,
            minute: parts.minute ?? 0)
    }
}

/// JSON Schema, draft 2020-12.
enum ExportSchema {
    static func json(of subject: ExportSubject) -> [UInt8] {
        var json = JSONWriter()
        json.write(#"{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"#)
        json.write(string: subject.title)
        json.write(#","type":"array","items":{"type":"object","additionalProperties":false,"properties":{"#)
        for (position, member) in subject.members.enumerated() {
            if position > 0 { json.write(",") }
            json.write(string: member.name)
            json.write(":")
            write(member.form, &json)
        }
        json.write("}}}\n")
        return json.bytes
    }

    private static func write(_ form: ExportedForm, _ json: inout JSONWriter) {
        switch form {
        case .text: json.write(#"{"type":"string"}"#)
        case .whole: json.write(#"{"type":"integer"}"#)
        case .real: json.write(#"{"type":"number"}"#)
        case .flag: json.write(#"{"type":"boolean"}"#)
        case .moment: json.write(#"{"type":"string","format":"date-time"}"#)
        // This may be any JSON, as the client sent it.
        case .json: json.write("{}")
        }
    }
}

/// Limits the exports at the same time, and the exports of an account in an hour. The counts are in memory only, so a
/// restart forgets them.
final class ExportLimiter: Sendable {
    static let perAccount = 5
    private static let window = Duration.seconds(3600)

    private let clock: any FeedClock
    /// The limits of exports at the same time, because each export reads all data of an account.
    private let underway = LongAnswerLimiter("exports", .init(total: 32, perAddress: 8, perAccount: 1))
    private let began = Mutex<[AccountID: [Duration]]>([:])

    init(clock: any FeedClock = ContinuousFeedClock()) { self.clock = clock }

    /// Enters an export. Throws if no place is free or the account has had too many exports.
    func enter(_ account: AccountID, from address: String) throws(EdgeError) -> LongAnswerLimiter.Place {
        let place = try underway.enter(address: address, account: account)
        let now = clock.now
        let wait: Int? = began.withLock { began in
            began = began.compactMapValues { moments in
                let recent = moments.filter { now - $0 < ExportLimiter.window }
                return recent.isEmpty ? nil : recent
            }
            let moments = began[account] ?? []
            if moments.count >= ExportLimiter.perAccount, let first = moments.first {
                return (ExportLimiter.window - (now - first)).wholeSeconds
            }
            began[account] = moments + [now]
            return nil
        }
        guard let wait else { return place }
        throw EdgeError(
            .rateLimited,
            "the data of an account can be exported \(ExportLimiter.perAccount) times an hour; try again later",
            retryAfter: wait)
    }

    /// Takes back the count of the last export, because otherwise wrong passwords would use up the user's exports.
    func takeBack(_ account: AccountID) { began.withLock { _ = $0[account]?.popLast() } }
}
