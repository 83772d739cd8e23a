import Models

private let template = PageTemplate(file: "join.html")

/// The page is the same for every invitation. The code is in the link's fragment, so only the page's script knows it.
func showJoinPage(_ call: PageCall) async throws(EdgeError) -> Answer {
    call.pages.page(template, title: "joinCircle", call.texts, script: "join.js")
}
