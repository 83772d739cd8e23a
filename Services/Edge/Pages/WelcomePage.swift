/// Describes this server to a browser user; it names the operator only if they want that.
struct WelcomePage: Sendable {
    private static let template = PageTemplate(file: "welcome.html")
    private static let operatorLine = PageTemplate("<p>{{operatedByLabel}} <bdi>{{operatedBy}}</bdi></p>")

    let pages: PageRenderer

    /// Whether to send a page rather than the line for clients: browsers accept HTML.
    static func isWanted(by headers: RequestHeaders) -> Bool {
        headers.accept?.lowercased().contains("text/html") ?? false
    }

    func answer(_ request: EdgeRequest) -> Answer {
        let texts = PageTexts.preferred(by: request.headers)
        let line = pages.operatedBy.map { WelcomePage.operatorLine.html(texts, ["operatedBy": .text($0)]) }
        return pages.page(WelcomePage.template, title: "welcome", texts, ["operator": .markup(line ?? "")])
    }
}
