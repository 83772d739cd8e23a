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
