// The web app in a view controller of UIKit.

#if canImport(WebKit) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import Foundation
    public import UIKit
    public import WebKit

    /// Shows the web app of an ``EcoveloWebHost``.
    ///
    /// Its view has the theme's main colour behind the page, which shows above and below it, and as its tint.
    public final class EcoveloWebViewController: UIViewController {
        private let host: EcoveloWebHost
        private let webView: WKWebView

        /// A view controller for a host. Call the host's `launch` before or after.
        public init(_ host: EcoveloWebHost) {
            self.host = host
            let configuration = WKWebViewConfiguration()
            webView = WKWebView(frame: .zero, configuration: configuration)
            super.init(nibName: nil, bundle: nil)
            configuration.userContentController.add(
                EcoveloMessageHandler(host), contentWorld: .balise, name: EcoveloWebHost.handlerName)
            webView.navigationDelegate = self
        }

        /// Not from a storyboard, which cannot say for which host it is.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        /// Shows the page within the safe area, and begins to work for the host.
        public override func viewDidLoad() {
            super.viewDidLoad()
            webView.translatesAutoresizingMaskIntoConstraints = false
            view.addSubview(webView)
            let safe = view.safeAreaLayoutGuide
            NSLayoutConstraint.activate([
                webView.topAnchor.constraint(equalTo: safe.topAnchor),
                webView.bottomAnchor.constraint(equalTo: safe.bottomAnchor),
                webView.leadingAnchor.constraint(equalTo: safe.leadingAnchor),
                webView.trailingAnchor.constraint(equalTo: safe.trailingAnchor),
            ])
            Task { await host.attach(self) }
        }
    }

    extension EcoveloWebViewController: EcoveloWebPage {
        public func setStartScript(_ script: String) {
            let scripts = webView.configuration.userContentController
            scripts.removeAllUserScripts()
            scripts.addUserScript(
                WKUserScript(
                    source: script, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page))
            scripts.addUserScript(
                WKUserScript(
                    source: host.eventScript, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .balise))
        }

        public func run(_ script: String) { webView.evaluateJavaScript(script, completionHandler: nil) }

        public func load(_ address: URL) { webView.load(URLRequest(url: address)) }

        public func show(_ theme: EcoveloTheme) {
            let primary = UIColor(hexadecimal: theme.primary)
            view.backgroundColor = primary
            view.tintColor = primary
        }
    }

    extension EcoveloWebViewController: WKNavigationDelegate {
        /// WebKit's code for a link that was not followed, which its headers do not name.
        private static let interruptedByPolicy = 102

        /// Ends the journey, hands links of other apps on, and follows the rest.
        public func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
        ) async -> WKNavigationActionPolicy {
            guard let link = navigationAction.request.url else { return .cancel }
            return host.follows(link) ? .allow : .cancel
        }

        /// Tells the host that there is no page.
        public func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            // What another navigation has taken the place of did not fail, nor what the host did not follow.
            let error = error as NSError
            let isFollowedNoMore =
                error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
                || error.domain == "WebKitErrorDomain" && error.code == Self.interruptedByPolicy
            if !isFollowedNoMore { host.onFailure?(error.localizedDescription) }
        }

        /// Loads the page again that the system has ended to save memory.
        public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { webView.reload() }
    }

    /// Hands what the page says on to the host. The web view holds it strongly, so it is an object of its own.
    private final class EcoveloMessageHandler: NSObject, WKScriptMessageHandler {
        private weak var host: EcoveloWebHost?

        @MainActor
        init(_ host: EcoveloWebHost) { self.host = host }

        func userContentController(
            _ userContentController: WKUserContentController, didReceive message: WKScriptMessage
        ) {
            guard let host, let name = message.body as? String else { return }
            let frame = message.frameInfo
            let origin = webOrigin(
                scheme: frame.securityOrigin.protocol, host: frame.securityOrigin.host,
                port: frame.securityOrigin.port)
            let isMainFrame = frame.isMainFrame
            Task { await host.receive(name, from: origin, isMainFrame: isMainFrame) }
        }
    }

    extension WKContentWorld {
        /// Where the page cannot see what the host runs.
        fileprivate static var balise: WKContentWorld { .world(name: "Balise") }
    }

    extension UIColor {
        /// Nil for what is not like `#RRGGBB`.
        fileprivate convenience init?(hexadecimal text: String) {
            guard let parts = EcoveloTheme.Components(text) else { return nil }
            self.init(red: parts.red, green: parts.green, blue: parts.blue, alpha: 1)
        }
    }
#endif
