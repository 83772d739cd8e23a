#if canImport(WebKit) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
    public import Foundation
    public import UIKit
    public import WebKit

    /// Shows the web app of an ``EcoveloWebHost``, with the theme's main colour as tint and around the page.
    public final class EcoveloWebViewController: UIViewController {
        private let host: EcoveloWebHost
        private let webView: WKWebView

        /// Creates a view controller for a host. You can call the host's `launch` before or after.
        public init(_ host: EcoveloWebHost) {
            self.host = host
            let configuration = WKWebViewConfiguration()
            webView = WKWebView(frame: .zero, configuration: configuration)
            super.init(nibName: nil, bundle: nil)
            configuration.userContentController.add(
                EcoveloMessageHandler(host), contentWorld: .balise, name: EcoveloWebHost.handlerName)
            webView.navigationDelegate = self
        }

        /// Unavailable: a storyboard cannot name the host.
        @available(*, unavailable)
        public required init?(coder: NSCoder) { nil }

        /// Shows the page within the safe area, and attaches the view to the host.
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
                WKUserScript(source: script, injectionTime: .atDocumentStart, forMainFrameOnly: true, in: .page))
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
        /// WebKit's error code for a link that the delegate rejected. WebKit's headers do not name it.
        private static let interruptedByPolicy = 102

        /// Ends the journey, passes links for other apps on, and lets the web view load other links.
        public func webView(
            _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction
        ) async -> WKNavigationActionPolicy {
            guard let link = navigationAction.request.url else { return .cancel }
            return host.follows(link) ? .allow : .cancel
        }

        /// Reports to the host that the page could not be loaded.
        public func webView(
            _ webView: WKWebView, didFailProvisionalNavigation navigation: WKNavigation!, withError error: any Error
        ) {
            // A navigation has not failed if another navigation replaced it or the host rejected it.
            let error = error as NSError
            let isFollowedNoMore =
                error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
                || error.domain == "WebKitErrorDomain" && error.code == Self.interruptedByPolicy
            if !isFollowedNoMore { host.onFailure?(error.localizedDescription) }
        }

        /// Reloads a page whose process the system has ended to save memory.
        public func webViewWebContentProcessDidTerminate(_ webView: WKWebView) { webView.reload() }
    }

    /// Passes the page's messages to the host. The web view holds this object strongly, and not the host.
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
        /// A content world that the page's scripts cannot reach.
        fileprivate static var balise: WKContentWorld { .world(name: "Balise") }
    }

    extension UIColor {
        fileprivate convenience init?(hexadecimal text: String) {
            guard let parts = EcoveloTheme.Components(text) else { return nil }
            self.init(red: parts.red, green: parts.green, blue: parts.blue, alpha: 1)
        }
    }
#endif

#if canImport(WebKit) && canImport(UIKit) && canImport(SwiftUI) && !os(watchOS) && !os(tvOS)
    public import SwiftUI

    /// Shows the web app of an ``EcoveloWebHost``.
    ///
    ///     EcoveloWebView(host)
    ///         .task { await host.launch(config, renewing: renew) }
    public struct EcoveloWebView: UIViewControllerRepresentable {
        private let host: EcoveloWebHost

        /// Creates a view for a host.
        public init(_ host: EcoveloWebHost) { self.host = host }

        /// The view controller of the host.
        public func makeUIViewController(context: Context) -> EcoveloWebViewController {
            EcoveloWebViewController(host)
        }

        /// Does nothing: the host updates the view controller itself.
        public func updateUIViewController(_ controller: EcoveloWebViewController, context: Context) {}
    }
#endif
