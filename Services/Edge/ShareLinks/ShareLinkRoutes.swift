import BaliseJSON
import HTTPTypes
import MessageBus
import Models
import NIOCore
import ServiceRuntime

private let placeTemplate = PageTemplate(file: "link.html")
private let passwordTemplate = PageTemplate(file: "link-password.html")

/// Shows the page, but no place, and counts no viewer, because programs that preview links open it, too. The page's
/// script shows the place and makes the viewer.
func showSharePage(_ call: ShareLinkCall) async throws(EdgeError) -> Answer {
    let found = try await call.find()
    guard !found.needsPassword else { return call.passwordPage() }
    let archive = call.tiles?.archive
    let zooms = archive?.header.zooms
    // The page shows no tiles of another server, which would learn about where the device is.
    let attribution = archive == nil ? nil : call.tiles?.attribution.map { PageValue.text($0).html }
    return call.pages.sharePage(
        placeTemplate, call.texts, script: "link.js",
        [
            "minimumZoom": .text(zooms.map { "\($0.lowerBound)" } ?? ""),
            "maximumZoom": .text(zooms.map { "\($0.upperBound)" } ?? ""),
            "attribution": .markup(attribution.map { #"<p class="note"><bdi>\#($0)</bdi></p>"# } ?? ""),
        ])
}

/// Takes the password. The browser becomes a viewer, and need not show the password again for some hours.
func takeSharePassword(_ call: ShareLinkCall) async throws(EdgeError) -> Answer {
    // This counts an unknown token. It refuses a full link before the answer reveals a right password.
    _ = try await call.find()
    let password = Query(String(decoding: call.request.body, as: UTF8.self)).text("password")
    let reply: OpenShareLink.Reply
    do throws(EdgeError) {
        // If the link needs no password, it is opened without one.
        reply = try await call.open(password: password.map { SecretText($0) }, continues: true)
    } catch {
        switch error.code {
        case .authenticationRequired: return call.passwordPage()
        case .wrongCredentials: return call.passwordPage("sharePasswordWrong", status: .forbidden)
        case .rateLimited:
            return call.passwordPage("sharePasswordTooMany", status: .tooManyRequests).with(error.wait)
        default: throw error
        }
    }
    return Answer.redirecting(to: SecretText("\(ShareLinkAPI.root)/\(call.token.value)"), .seeOther)
        .with(call.cookieField(reply), .unlisted)
}

extension ShareLinkCall {
    /// - Parameter alert: The name of the alert's text; nil without an alert.
    fileprivate func passwordPage(_ alert: String? = nil, status: HTTPResponse.Status = .ok) -> Answer {
        let text = alert.map { #"<p class="alert" role="alert">\#(PageValue.text(texts[$0]).html)</p>"# }
        return pages.sharePage(passwordTemplate, texts, status: status, ["alert": .markup(text ?? "")])
    }
}

/// Opens the link and records the view. The cookie makes the browser a viewer.
func openSharedView(_ call: ShareLinkCall) async throws(EdgeError) -> Answer {
    let continues = Query(call.request.query).text("continues") != nil
    let reply = try await call.open(continues: continues)
    var json = JSONWriter(capacity: 256)
    json.write(#"{"name":"#)
    json.write(string: reply.view.name)
    json.write(#","seconds":"#)
    json.write(call.seconds(until: reply.view.endsAt))
    json.write(#","endsOnArrival":"#)
    json.write(reply.view.endsOnArrival)
    json.write(#","precision":"#)
    json.write(string: reply.view.precision.rawValue)
    json.write(#","place":"#)
    if let found = reply.view.found { json.write(shared: found.location) } else { json.write("null") }
    json.write("}")
    return Answer(json: json.bytes).with(call.cookieField(reply), .noStore)
}

/// Streams the place to a browser that has opened the link. The stream ends with the link, to the second.
func streamSharedView(_ call: ShareLinkCall) async throws(EdgeError) -> Answer {
    guard call.viewer != nil, try await call.find().isViewer else {
        throw EdgeError(.forbidden, "open the page of the link first")
    }
    let live = call.live
    let place = try live.limiter.enter(address: call.request.address)
    let shared = try await call.open(continues: true).view
    let viewer = LinkViewer(link: shared.link, number: shared.viewer, endsAt: shared.endsAt)
    let view = try await live.view(of: .link(viewer), after: nil, call.request.context)
    view.show([shared.device], [shared.found])
    let clock = call.parts.clock
    return Answer(eventsIn: place) { send in
        let ending = Task {
            await viewer.untilEnd(by: clock, waitingBy: live.clock)
            if !Task.isCancelled { view.end(.over) }
        }
        defer { ending.cancel() }
        try await live.write(view, to: send)
    }.with(.noStore)
}

/// A viewer of a share link, with the end of the link that this viewer knows.
struct LinkViewer: Sendable {
    let link: ShareLinkID
    let number: Int
    let endsAt: UnixTime

    /// Waits for the end of the link. It looks at the clock at least once a minute, because the clock may be set
    /// forward. Returns early if the task is cancelled.
    func untilEnd(by clock: any WallClock, waitingBy pauses: any FeedClock) async {
        while true {
            let left = endsAt.rawValue - clock.now().rawValue
            guard left > 0 else { return }
            guard (try? await pauses.sleep(for: .milliseconds(min(left, 60_000)))) != nil else { return }
        }
    }
}

/// Serves a tile like the console. It is not logged, counted or cached, so nothing reveals where a viewer looked.
func getSharedTile(_ call: ShareLinkCall) async throws(EdgeError) -> Answer {
    let place = Array(call.request.parameters.dropFirst())
    guard let archive = call.tiles?.archive, let coordinate = TileCoordinate(place) else {
        throw EdgeError(.notFound, "")
    }
    let found = try await call.find()
    guard found.isViewer, !found.needsPassword else {
        throw EdgeError(.forbidden, "open the page of the link first")
    }
    return try await Answer(tile: coordinate, of: archive)
}
