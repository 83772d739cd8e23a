import Edge
import ServiceRuntime
import ServiceSettings

@main
enum Program {
    static func main() async {
        await ServiceProgram.run([EdgeService.self], name: "edge", settings: .balise, examples: ExampleCalls.all)
    }
}
