// The host of a web view: brings its page the token, and another one when that is over.

public import Foundation

/// Opens the web app in a host's app, signed in.
///
/// The page has the token before its first script runs, in memory alone and for requests to the server alone; its
/// `fetch` and `XMLHttpRequest` add it. When the token is over, requests are held, the host is asked for another as for
/// the app's own calls, and they are sent again. A web view that was led to another origin gives nothing away there.
///
///     let host = try EcoveloWebHost(client, page: URL(string: "https://app.example")!)
///     await host.launch(config) { await identityProvider.freshConfig() }
///     present(EcoveloWebViewController(host), animated: true)
///
/// The server has to name the page's origin in `ecovelo.allowedOrigins`.
@MainActor
public final class EcoveloWebHost {
    /// Gives a token: another one, or the first where the page was opened without one. Nil when the person does not sign
    /// in.
    public typealias TokenSource = @Sendable () async -> EcoveloConfig?

    /// Where the web app begins.
    public let page: URL
    /// The pages that may have the token.
    public let origins: [String]
    /// The colours of the last `launch`.
    public private(set) var theme = EcoveloTheme()
    /// Is told that the page has ended the journey: the web view is to be closed.
    public var onFinish: (@MainActor (EcoveloFinish) -> Void)?
    /// Is given links that are for other apps, as `tel:` and `mailto:`. Nil passes over them.
    public var onLink: (@MainActor (URL) -> Void)?
    /// Is told that the page could not be loaded. The text is for the person.
    public var onFailure: (@MainActor (String) -> Void)?

    private let client: BaliseClient
    private let scripts: EcoveloWebScripts
    private weak var view: (any EcoveloWebPage)?
    private var renewing: TokenSource?
    /// What the page was given last.
    private var given: Credential?
    private var isLaunched = false
    /// Whether the web view of now has its start script, and whether it was told to load the page.
    private var (hasStartScript, isLoaded) = (false, false)
    /// The last look at what counts; the next waits for it, so that no older token takes the place of a newer one.
    private var looking: Task<Void, Never>?
    /// Whether the host is being asked for a token because the page has none.
    private var isAsking = false
    private var following: Task<Void, Never>?

    /// A host of a page.
    ///
    /// - Parameters:
    ///   - client: Of the server to which the page's calls go.
    ///   - page: Where the web app begins.
    ///   - origins: The pages that may have the token, as `EcoveloInjection` takes them; nil for that of `page` alone.
    /// - Throws: `invalid` for what is no origin, and `storage` when the app lacks the package's resources.
    public convenience init(
        _ client: BaliseClient, page: URL, origins: [String]? = nil
    ) throws(BaliseError) {
        try self.init(client, page: page, origins: origins, shim: EcoveloWebScripts.bundledShim())
    }

    init(_ client: BaliseClient, page: URL, origins: [String]?, shim: String) throws(BaliseError) {
        let server = client.configuration.server
        guard let serverOrigin = server.webOrigin else { throw .invalid("\(server) is no address of a server") }
        let injection = try EcoveloInjection(origins: origins ?? page.webOrigin.map { [$0] } ?? [])
        self.client = client
        self.page = page
        self.origins = injection.origins
        scripts = EcoveloWebScripts(injection, server: serverOrigin, shim: shim)
    }

    deinit { following?.cancel() }

    /// Opens the web app, or gives the page that is open another token.
    ///
    /// - Parameters:
    ///   - config: The token, the program and the colours; nil to open the page without a person.
    ///   - renewing: Is asked for another token when one is over, and for the first when the page needs one.
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

    /// Whoever is signed in changes in other places too: a call of the app gets another token, the person signs out.
    private func follow() {
        guard following == nil else { return }
        following = Task { [weak self, client] in
            for await _ in await client.sessions.states {
                guard let self else { return }
                await self.update()
            }
        }
    }

    /// Gives the page what counts now, where it has something else.
    private func update() async {
        let former = looking
        let look = Task { [client] in
            await former?.value
            bring(await client.tokenStore.issuedConfig())
        }
        looking = look
        await look.value
    }

    private func bring(_ current: (config: EcoveloConfig, credential: Credential)?) {
        let isOther = current?.credential != given
        // Who has signed out is not signed in again because a page asks for a token.
        if isOther, current == nil { renewing = nil }
        given = current?.credential
        guard let view, isOther || !hasStartScript else { return }
        hasStartScript = true
        view.setStartScript(scripts.start(current?.config))
        if isLoaded { view.run(scripts.change(to: current?.config)) }
    }

    private func loadOnce() {
        guard isLaunched, hasStartScript, !isLoaded else { return }
        isLoaded = true
        view?.load(page)
    }

    // MARK: For the web view

    /// Begins to work for a web view, in place of an earlier one.
    public func attach(_ view: any EcoveloWebPage) async {
        self.view = view
        (hasStartScript, isLoaded) = (false, false)
        view.show(theme)
        await update()
        loadOnce()
    }

    /// What passes the page's events on, to be run in a world of its own with the message handler ``handlerName``.
    public var eventScript: String { scripts.events }
    /// The name of the message handler.
    public static var handlerName: String { EcoveloWebScripts.handler }

    /// The page tells of an event.
    ///
    /// - Parameters:
    ///   - message: The event's name.
    ///   - origin: The page's.
    ///   - isMainFrame: Whether it comes from the page itself. What frames in it say is passed over.
    public func receive(_ message: String, from origin: String?, isMainFrame: Bool) async {
        guard isMainFrame, let origin, origins.contains(origin) else { return }
        switch message {
        case EcoveloWebScripts.expired:
            guard let given else { return }
            // What comes of it, the state tells, too; here it is brought before the page has waited for long.
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
        // Somebody may have signed out, or the host have launched anew.
        guard given == nil, self.renewing != nil else { return }
        await client.ecovelo.start(config, renewing: renewing)
        await update()
    }

    /// Whether the web view follows a link. What else is to be done about it is done.
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
