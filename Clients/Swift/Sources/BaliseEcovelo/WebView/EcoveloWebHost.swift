public import Balise
public import Foundation

/// Opens the web app in a host app, signed in.
///
/// The page has the token before its first script runs, in memory only. Its `fetch` and `XMLHttpRequest` add it only to
/// requests to the server. When the token expires, the page holds its requests until the host app has supplied another
/// token, then repeats them. A page of another origin gets no token.
///
///     let host = try EcoveloWebHost(client, page: URL(string: "https://app.example")!)
///     await host.launch(config) { await identityProvider.freshConfig() }
///     present(EcoveloWebViewController(host), animated: true)
///
/// The server's setting `ecovelo.allowedOrigins` must contain the page's origin.
@MainActor
public final class EcoveloWebHost {
    /// Returns a new token, or the first token if the page was opened without one; nil if the user does not sign in.
    public typealias TokenSource = @Sendable () async -> EcoveloConfig?

    /// The first page of the web app.
    public let page: URL
    /// The origins of the pages that may have the token.
    public let origins: [String]
    /// The colours from the last `launch` that named colours.
    public private(set) var theme = EcoveloTheme()
    /// The action when the page ends the journey. Close the web view in it.
    public var onFinish: (@MainActor (EcoveloFinish) -> Void)?
    /// The action for links to other apps, such as `tel:` and `mailto:`; nil to ignore these links.
    public var onLink: (@MainActor (URL) -> Void)?
    /// The action when the page could not be loaded. The text is for the user.
    public var onFailure: (@MainActor (String) -> Void)?

    private let client: BaliseClient
    private let scripts: EcoveloWebScripts
    private weak var view: (any EcoveloWebPage)?
    private var renewing: TokenSource?
    /// The credential that the page has; nil if it has no credential.
    private var given: Credential?
    private var isLaunched = false
    /// Whether the current web view has its start script, and whether it has loaded the page.
    private var (hasStartScript, isLoaded) = (false, false)
    /// The latest update of the page. The next update waits for it, so that an old token never replaces a newer token.
    private var looking: Task<Void, Never>?
    private var isAsking = false
    private var following: Task<Void, Never>?

    /// Creates the host of a page.
    /// - Parameter client: The client of the server that the page calls.
    /// - Parameter origins: The origins of the pages that may have the token, as `EcoveloInjection` takes them; nil for
    ///   the origin of `page`.
    /// - Throws: `invalid` for a text that is no origin, and `storage` when the app lacks the package's resources.
    public convenience init(_ client: BaliseClient, page: URL, origins: [String]? = nil) throws(BaliseError) {
        try self.init(client, page: page, origins: origins, shim: EcoveloWebScripts.bundledShim())
    }

    init(_ client: BaliseClient, page: URL, origins: [String]?, shim: String) throws(BaliseError) {
        let server = client.configuration.server
        guard let serverOrigin = server.webOrigin else { throw .invalid("\(server) is no address of a server") }
        let injection = try EcoveloInjection(origins: origins ?? page.webOrigin.map { [$0] } ?? [])
        (self.client, self.page) = (client, page)
        self.origins = injection.origins
        scripts = EcoveloWebScripts(injection, server: serverOrigin, shim: shim)
    }

    deinit { following?.cancel() }

    /// Opens the web app, or gives the open page another token.
    /// - Parameters:
    ///   - config: The token, the program and the colours; nil to open the page signed out.
    ///   - renewing: Called when a token has expired, and when the page needs its first token.
    public func launch(_ config: EcoveloConfig?, renewing: TokenSource? = nil) async {
        theme = config?.theme ?? theme
        if let config { await client.ecovelo.start(config, renewing: renewing) }
        await update()
        self.renewing = renewing
        follow()
        view?.show(theme)
        isLaunched = true
        loadOnce()
    }

    /// Follows the session, which also changes elsewhere: another call gets a new token, or the user signs out.
    private func follow() {
        guard following == nil else { return }
        following = Task { [weak self, client] in
            for await _ in await client.sessions.states {
                guard let self else { return }
                await self.update()
            }
        }
    }

    /// Gives the page the current credential, if the page has another credential.
    private func update() async {
        let former = looking
        let look = Task { [client] in
            await former?.value
            bring(await client.tokenStore.issuedCredential())
        }
        looking = look
        await look.value
    }

    private func bring(_ current: Credential?) {
        let isOther = current != given
        // After a sign-out, the page must not sign the user in again by asking for a token.
        if isOther, current == nil { renewing = nil }
        given = current
        guard let view, isOther || !hasStartScript else { return }
        hasStartScript = true
        let config = current.map { EcoveloConfig($0) }
        view.setStartScript(scripts.start(config))
        if isLoaded { view.run(scripts.change(to: config)) }
    }

    private func loadOnce() {
        guard isLaunched, hasStartScript, !isLoaded else { return }
        isLoaded = true
        view?.load(page)
    }

    // MARK: For the web view

    /// Attaches a web view, and detaches the earlier one.
    public func attach(_ view: any EcoveloWebPage) async {
        self.view = view
        (hasStartScript, isLoaded) = (false, false)
        view.show(theme)
        await update()
        loadOnce()
    }

    /// A script that passes the page's events to the host. Run it in its own world, with the handler ``handlerName``.
    public var eventScript: String { scripts.events }
    /// The name of the message handler.
    public static var handlerName: String { EcoveloWebScripts.handler }

    /// Handles an event of the page.
    /// - Parameter isMainFrame: Whether the page itself sent the event. Events from its frames are ignored.
    public func receive(_ message: String, from origin: String?, isMainFrame: Bool) async {
        guard isMainFrame, let origin, origins.contains(origin) else { return }
        switch message {
        case EcoveloWebScripts.expired:
            guard let given else { return }
            // `follow` would also deliver the new token, but later than this call.
            _ = try? await client.tokenStore.renew(after: given)
            await update()
        case EcoveloWebScripts.missing: await askForFirst()
        default: return
        }
    }

    private func askForFirst() async {
        guard given == nil, !isAsking, let renewing else { return }
        isAsking = true
        defer { isAsking = false }
        guard let config = await renewing() else { return }
        // During the wait, the user may have signed out, or the host app may have launched again.
        guard given == nil, self.renewing != nil else { return }
        await client.ecovelo.start(config, renewing: renewing)
        await update()
    }

    /// Returns whether the web view may load a link. Does everything else that the link asks for.
    public func follows(_ link: URL) -> Bool {
        switch EcoveloNavigation(to: link, origins: origins) {
        case .load: return true
        case .finish(let finish): onFinish?(finish)
        case .open(let link): onLink?(link)
        case .ignore: break
        }
        return false
    }
}
