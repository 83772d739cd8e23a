// The page at `/` that a person sees.

/// What this server is, for whoever looks at it with a browser; it names nobody unless its operator wants that.
struct WelcomePage: Sendable {
    private static let template = PageTemplate(file: "welcome.html")
    private static let operatorLine = PageTemplate("<p>{{operatedByLabel}} <bdi>{{operatedBy}}</bdi></p>")

    let pages: PageRenderer

    /// Whether a request asks for a page rather than for the line that clients know: as browsers do, it names HTML.
    static func isWanted(by headers: RequestHeaders) -> Bool {
        headers.accept?.lowercased().contains("text/html") ?? false
    }

    func answer(_ request: EdgeRequest) -> Answer {
        let texts = PageTexts.preferred(by: request.headers)
        let line = pages.operatedBy.map { WelcomePage.operatorLine.html(texts, ["operatedBy": .text($0)]) }
        return pages.page(WelcomePage.template, title: "welcome", texts, ["operator": .markup(line ?? "")])
    }
}
