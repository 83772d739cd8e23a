import BaliseAPI
import BaliseJSON
import HTTPTypes
import MessageBus
import Models

/// A publisher gets groups, if they are large enough to show; an operator gets each delivery. One page is in memory at
/// a time.
func getResults(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    let id = try call.notification()
    guard publisher.speaksForOperator else {
        let groups = try await call.send(SummarizeResults(id: id, of: publisher.id)).groups
        return Answer(lines: BodyStream { send in try await send(lines(of: groups.map(BaliseDeliveryResult.init))) })
    }
    // The first page is read before the answer begins, so that an unknown notification gets a 404.
    let first = try await call.send(ListResults(id: id, askedBy: publisher.keyName))
    var context = call.request.context
    context.timeout = .seconds(20)
    let (services, pageContext) = (call.services, context)
    let (authenticator, request) = (call.authenticator, call.request)
    return Answer(
        lines: BodyStream { send in
            var page = first
            try await send(lines(of: page.results.map(BaliseDeliveryResult.init)))
            while let next = page.next {
                // The key may have been revoked since the last page.
                let principal = try await authenticator.authorize(
                    request, anyOf: AppCalls.getResults.audience.scopes)
                guard Publisher(principal)?.speaksForOperator == true else { throw EdgeError.refused(.invalidToken) }
                page = try await services.send(
                    ListResults(id: id, after: next, askedBy: publisher.keyName), pageContext)
                try await send(lines(of: page.results.map(BaliseDeliveryResult.init)))
            }
        })
}

private func lines(of results: [BaliseDeliveryResult]) -> [UInt8] {
    results.flatMap { $0.json.bytes + [UInt8(ascii: "\n")] }
}

extension BaliseDeliveryResult {
    fileprivate init(_ group: ResultGroup) {
        self.init(state: .sent, count: group.sent, provider: group.provider?.rawValue, language: group.language)
    }

    fileprivate init(_ result: DeliveryResult) {
        self.init(
            state: PushDeliveryProgress(rawValue: result.state.rawValue), provider: result.provider.rawValue,
            language: result.language, account: result.account.text, device: result.token?.text,
            reason: result.reason, attempts: result.attempts, at: result.at.date)
    }
}

extension Answer {
    /// JSON lines (https://github.com/ndjson/ndjson-spec), sent while they are read.
    fileprivate init(lines: BodyStream) {
        self.init(.ok)
        contentType = HTTPField(name: .contentType, value: "application/x-ndjson")
        stream = lines
    }
}
