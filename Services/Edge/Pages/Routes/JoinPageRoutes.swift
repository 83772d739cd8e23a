import Models

private let template = PageTemplate(file: "join.html")

/// The same for every invitation: only the page's script knows the code.
func showJoinPage(_ call: PageCall) async throws(EdgeError) -> Answer {
    call.pages.page(template, title: "joinCircle", call.texts, script: "join.js")
}
