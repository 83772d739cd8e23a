import HTTPTypes
import Models
import NIOCore
import ServiceSettings

private let page = PageTemplate(String(buffer: EmbeddedDocument.console["console.html"]?.content ?? ByteBuffer()))

extension PageTexts {
    static let console = PageTexts.files(in: EmbeddedDocument.console)
}

/// The page is the same for all operators; its scripts fill it.
func showConsole(_ request: EdgeRequest, _ console: ConsoleAPI) throws(EdgeError) -> Answer {
    let texts = PageTexts.preferred(by: request.headers, of: PageTexts.console)
    let values = ["language": PageValue.text(texts.language), "server": .text(console.serverName)]
    var answer = Answer(.ok, .html, ByteBuffer(string: page.html(texts, values)))
    answer.fields = PageRenderer.fields(imagesFrom: console.tiles?.foreignOrigin)
    return answer
}

/// They include the API's document, for the page that explains it.
func getConsoleFile(_ request: EdgeRequest, _ console: ConsoleAPI) throws(EdgeError) -> Answer {
    let name = request.parameters.first ?? ""
    let file = name == "openapi.yaml" ? EmbeddedDocument.openAPI : EmbeddedDocument.console[name]
    return try Answer(file: file, named: name, for: request)
}
