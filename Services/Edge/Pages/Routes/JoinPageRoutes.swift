import Models

private let template = PageTemplate(file: "join.html")

/// Shows the same page for every invitation. Only its script knows the code, which is in the link's fragment.
func showJoinPage(_ call: PageCall) async throws(EdgeError) -> Answer {
    call.pages.page(template, title: "joinCircle", call.texts, script: "join.js")
}
