// How an app tests itself against a server in the same process.
//
// The slices of this file are in the article of BaliseTesting, so that its code compiles; `.ci/check-articles --write`
// copies them.

import Balise
import BaliseTesting
import Foundation

// snippet.signIn
func signInShowsTheInbox() async throws {
    let server = ScriptedBaliseServer()
    let ada = await server.addPerson("ada", password: "secret")
    await server.tell(ada, title: "Your order", link: "app://orders/1")

    let client = server.client()
    try await client.sessions.signIn("ada", password: SecretText("secret"))
    let page = try await client.inbox.page()
    assert(page.entries.map(\.title) == ["Your order"] && page.unreadCount == 1)
}
// snippet.end

// snippet.failures
func failures(_ server: ScriptedBaliseServer, _ client: BaliseClient) async {
    await server.fail(.lost(.timedOut), at: "/api/v1/notifications/unread-count")
    await server.fail(.refused(.rateLimited, status: 429), at: "/api/v1/notification-preferences")
    // After this line, the next calls first refresh their tokens. `endSessions()` would sign users out.
    await server.expireTokens()
    await server.answer(.get, "/api/v1/offers", json: "[]")
}
// snippet.end

// snippet.taps
@MainActor
func aTapOpensTheEntry(_ server: ScriptedBaliseServer, _ client: BaliseClient) async {
    let centre = RecordingPushCentre()
    let interactions = RecordingInteractions()
    let responder = client.pushResponder(centre, reporting: interactions)
    await responder.take(PushResponse(ReceivedPush(payload: ["notificationId": "notification-2"])))
    var responses = responder.responses().makeAsyncIterator()
    let opened = await responses.next()
    assert(opened?.target == .inboxEntry("notification-2"))
    let badges = await centre.badges
    assert(badges == [0])
}
// snippet.end
