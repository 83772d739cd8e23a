import Models
import OperatorAPI

func listAuditEntries(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let query = call.query
    let account: AccountID? = try query.id("account", "the id of an account")
    var before: Int64?
    if let text = query.text("cursor") {
        guard let number = Int64(text) else {
            throw .invalid("The parameter cursor must be the nextCursor of another page.", field: "cursor")
        }
        before = number
    }
    let page = try await call.send(
        ListAuditEntries(
            account: account, before: before, limit: try query.integer("limit", in: ListAuditEntries.limits) ?? 50))
    return .body(
        AuditList(entries: page.entries.map { AuditListEntry($0) }, nextCursor: page.next.map { String($0) }))
}

func verifyAuditLog(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    let query = call.query
    let after = try query.integer("after", in: 0...Int.max) ?? 0
    let head: [UInt8]? = if let text = query.text("head") { bytes(hexadecimal: text) } else { [] }
    guard let head, head.count == (after == 0 ? 0 : 32) else {
        throw .invalid(
            "Give the parameters after and head together: the count and the head of another part.", field: "after")
    }
    let reply = try await call.send(
        VerifyAuditLog(
            after: Int64(after), hash: head,
            limit: try query.integer("limit", in: VerifyAuditLog.limits) ?? VerifyAuditLog.limits.upperBound))
    return .body(
        AuditVerification(
            count: reply.number, head: hexadecimal(reply.hash), firstBroken: reply.broken, hasMore: reply.hasMore))
}

extension AuditListEntry {
    fileprivate init(_ entry: AuditEntry) {
        let call = entry.call
        self.init(
            number: entry.number, at: entry.at.date, credential: call.credential.rawValue, apiKey: call.apiKey?.text,
            apiKeyName: call.apiKeyName, call: call.call, account: call.account?.text,
            subjectKey: call.subjectKey?.text, outcome: call.outcome, request: call.request,
            hash: hexadecimal(entry.hash))
    }
}

private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

private func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    let values = digits.compactMap { $0 }
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
}
