import BaliseAPI
import Models

func streamNotification(_ call: APICall, _ publisher: Publisher) async throws(EdgeError) -> Answer {
    guard let live = call.live else { throw EdgeError(.unavailable, "there are no streams here") }
    let lastEventID = call.request.lastEventID
    let place = try live.limiter.enter(address: call.request.context.client?.address?.value ?? "")
    let message = GetNotification(id: try call.notification(), of: publisher.sees)
    // The first state is read before the answer begins, so that an unknown notification gets a 404.
    let first = try await call.send(message)
    let asking = call.ofCaller
    let events = NotificationEvents(live: live) { () async throws(EdgeError) in
        try await asking.send(message)
    } isStillCalling: { () async throws(EdgeError) in
        let scopes = AppCalls.streamNotification.audience.scopes
        let principal = try await asking.authenticator.authorize(asking.request, anyOf: scopes)
        guard Publisher(principal)?.sees == publisher.sees else { throw .refused(.invalidToken) }
    }
    return Answer(
        events: BodyStream(endsWithClient: true) { send in
            defer { withExtendedLifetime(place) {} }
            try await events.write(first, after: lastEventID, to: send)
        })
}
