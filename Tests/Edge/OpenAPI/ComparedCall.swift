// A call as clients and the edge define it, to be held against the API's document.

import BaliseAPI
import BaliseJSON
import Testing

/// A call of the apps as its definition has it.
struct ComparedCall: Sendable, CustomTestStringConvertible {
    let name: String
    let method: String
    let path: String
    let audience: APIAudience
    /// The security schemes that open it beside those of its audience.
    private let otherCredentials: Set<String>
    /// What is answered to a credential that is wrong, or not enough.
    private let refusals: Set<Int>
    /// The status of success. A call has several where its answers differ.
    let statuses: Set<Int>
    /// The status that its answers usually have.
    private let usualStatus: Int?
    /// Nil for a call without a body.
    let request: BodyType?
    /// Nil for an answer without a body.
    let reply: BodyType?

    init<Request: JSONConvertible, Reply: JSONConvertible>(
        _ call: APICallDefinition<Request, Reply>, orFor credentials: Set<String> = [],
        refusing refusals: Set<Int> = [401, 403]
    ) {
        self.init(call, Reply.self == NoBody.self ? nil : BodyType(Reply.self), orFor: credentials, refusing: refusals)
    }

    /// A call that is answered with an array.
    init<Request: JSONConvertible, Element: JSONConvertible>(list call: APICallDefinition<Request, [Element]>) {
        self.init(call, BodyType(listOf: Element.self))
    }

    /// A call that is answered with what has no members to compare.
    init<Request: JSONConvertible, Reply>(bare call: APICallDefinition<Request, Reply>) { self.init(call, nil) }

    private init<Request: JSONConvertible, Reply>(
        _ call: APICallDefinition<Request, Reply>, _ reply: BodyType?, orFor credentials: Set<String> = [],
        refusing refusals: Set<Int> = [401, 403]
    ) {
        otherCredentials = credentials
        self.refusals = refusals
        name = call.name
        method = call.method.rawValue
        path = call.path
        audience = call.audience
        statuses = Set(call.successes)
        usualStatus = call.successes.first
        request = Request.self == NoBody.self ? nil : BodyType(Request.self)
        self.reply = reply
    }

    /// As the document names it: `METHOD path`.
    var testDescription: String { "\(method) \(path)" }

    /// The statuses with which the body of this definition comes: not those of another definition of the same path, as
    /// a dry run is.
    var bodyStatuses: Set<Int> {
        let others = Self.all.filter { $0.testDescription == testDescription && $0.usualStatus != usualStatus }
        return statuses.subtracting(others.compactMap(\.usualStatus))
    }

    /// What differs but the bodies, as sentences that say what to do; nothing where document and definition agree.
    func differences(_ document: APIDocument) -> [String] {
        guard let operation = document.operation(testDescription) else {
            return ["add \(testDescription) to openapi.yaml, or take it out of its definition"]
        }
        var differences: [String] = []
        // Where several definitions share a method and a path, the first one names the operation.
        let names = Self.all.filter { $0.testDescription == testDescription }.map(\.name)
        if operation.id != names.first {
            differences.append("operationId is \(operation.id) in openapi.yaml, and the definition is \(names[0])")
        }
        let credentials = audience.credentials.union(otherCredentials)
        if operation.credentials != credentials {
            differences.append(
                "`security` names \(operation.credentials.sorted()) in openapi.yaml, and the definition is for "
                    + "\(audience): mend one of them")
        }
        // Whoever has to show a credential can show a wrong one, or one that is not enough.
        let missing = refusals.subtracting(operation.statuses).subtracting(operation.sharedStatuses)
        if !credentials.isEmpty, !missing.isEmpty {
            differences.append("add \(missing.sorted()) to the call in openapi.yaml")
        }
        let documented = operation.statuses.filter { 200..<300 ~= $0 || [302, 303].contains($0) }
        let answered = Self.all.filter { $0.testDescription == testDescription }.flatMap(\.statuses)
        if documented != Set(answered) {
            differences.append(
                "success is \(documented.sorted()) in openapi.yaml and \(Set(answered).sorted()) in the definition: "
                    + "mend one of them")
        }
        return differences
    }
}

extension APIAudience {
    /// The security schemes of the document whose credentials open a call; none for one that is for anybody.
    fileprivate var credentials: Set<String> {
        switch self {
        case .anybody, .anybodyOrSession: []
        case .session, .recentSession: ["session"]
        case .apiKey: ["apiKey"]
        }
    }
}
