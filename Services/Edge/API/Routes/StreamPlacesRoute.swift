import Models

func streamPlaces(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let live = call.live else { throw EdgeError(.unavailable, "there are no streams here") }
    let request = call.request
    let place = try live.limiter.enter(
        address: request.context.client?.address?.value ?? "", account: caller.account)
    let view = try await live.view(
        of: .account(caller.account, caller.session), after: request.lastEventID, request.context)
    // This also records the visits.
    let reply = try await call.send(GetPlaces(account: caller.account))
    _ = view.show(reply.places)
    let asking = call.ofCaller
    return Answer(
        events: BodyStream(endsWithClient: true) { send in
            defer { withExtendedLifetime(place) {} }
            try await live.write(view, to: send) { () async throws(EdgeError) in
                let now = try await asking.authenticator.caller(of: asking.request, servesStale: false, accepting: .api)
                guard now.account == caller.account, now.session == caller.session else {
                    throw .refused(.invalidToken)
                }
            }
        })
}

extension EdgeRequest {
    /// The id of the last event that the client received; pages that cannot set headers send it as a parameter.
    var lastEventID: String? { headers.lastEventID ?? Query(query).text("lastEventId") }
}
